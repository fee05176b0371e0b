// What a driver process says of the graphs that it has: GraphSnapshot of driver.ts, and whose it is.
import { type Static, Type } from '../../base/typebox.ts';
import { Count, Text } from './shapes.ts';

/** It becomes part of addresses; with the name of its server and of a second port before it, a link's. */
const Id = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,126}$' });

/** A moment that a date can have. */
const EpochMs = Type.Number({ minimum: 0, maximum: 8.64e15 });

const Port = Type.Object({
  id: Id,
  label: Text,
  direction: Type.Enum(['source', 'sink']),
  channel: Count,
  latencyFrames: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
});

export const Snapshot = Type.Object({
  reason: Text,
  /** Without it, links can be made and ended. */
  readOnly: Type.Optional(Text),
  nodes: Type.Array(
    Type.Object({ id: Id, label: Text, kind: Type.Enum(['mixer', 'device', 'stream']), ports: Type.Array(Port) }),
  ),
  links: Type.Array(Type.Object({ from: Id, to: Id, owner: Text, sinceMs: EpochMs })),
  driving: Text,
  rate: Type.Number({ minimum: 0 }),
  quantum: Type.Number({ minimum: 0 }),
  forcedRate: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
});

export const GraphReports = Type.Array(
  Type.Object({
    /** The device that brings it, '' for the one that the mixer has without an audio server. */
    device: Text,
    driver: Text,
    snapshot: Snapshot,
  }),
);
export type GraphReports = Static<typeof GraphReports>;
