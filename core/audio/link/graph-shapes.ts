// The graphs of a driver process: each is a GraphSnapshot (core/driver/graph.ts) with its device and its driver.
import { type Static, Type } from '../../base/typebox.ts';
import type { GraphSnapshot } from '../../driver.ts';
import { ClockGrade, Count, Identity, shapeOf, Text } from './shapes.ts';

/** Ids are parts of addresses. The address of a link has the ids of two ports, and those of their server. */
const Id = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,126}$' });

/** The range of a Date. */
const EpochMs = Type.Number({ minimum: 0, maximum: 8.64e15 });

const Port = Type.Object({
  id: Id,
  label: Text,
  direction: Type.Enum(['source', 'sink']),
  channel: Count,
  latencyFrames: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  devicePort: Type.Optional(Id),
});

const Node = Type.Object({
  id: Id,
  label: Text,
  kind: Type.Enum(['mixer', 'device', 'stream']),
  ports: Type.Array(Port),
  identity: Type.Optional(Identity),
  reason: Type.Optional(Text),
});

const Driver = Type.Object({
  node: Id,
  priority: Type.Number(),
  rate: Type.Number({ minimum: 0 }),
  quantum: Type.Number({ minimum: 0 }),
  grade: Type.Optional(ClockGrade),
});

export const Snapshot = shapeOf<GraphSnapshot>()(
  Type.Object({
    reason: Text,
    /** Absent or '' while links can be changed. */
    readOnly: Type.Optional(Text),
    nodes: Type.Array(Node),
    links: Type.Array(Type.Object({ from: Id, to: Id, owner: Text, sinceMs: EpochMs })),
    driving: Text,
    rate: Type.Number({ minimum: 0 }),
    quantum: Type.Number({ minimum: 0 }),
    forcedRate: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    drivers: Type.Optional(Type.Array(Driver)),
    defaultSource: Type.Optional(Text),
    defaultSink: Type.Optional(Text),
  }),
);

export const GraphReports = Type.Array(
  Type.Object({
    /** The device of the audio server, '' for the mixer's own graph. */
    device: Text,
    driver: Text,
    snapshot: Snapshot,
  }),
);
export type GraphReports = Static<typeof GraphReports>;
