// What the lists of the patch are made of: ports and strips.
import { Type } from 'rowdesk/provider';
import type { Layout, StripKind } from '../console/index.ts';

export const twoLegged: readonly StripKind[] = ['fxReturn', 'aux', 'cue', 'main'];

/** From outside, `device:port` (rows.md). `driving:out-1` is the first output of whatever device drives. */
export const portPattern = '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$';
export const port = (title: string) => Type.String({ pattern: portPattern, title });
export const portId = port('device:port; driving:out-n of the device that drives');
export const portOrNone = (title: string) => Type.String({ pattern: `^$|${portPattern}`, title });

export const closed = { additionalProperties: false };
export const strips = (layout: Layout, kinds: readonly StripKind[]) =>
  Type.Union(
    kinds
      .filter((kind) => layout.counts[kind] > 0)
      .map((kind) =>
        Type.Object(
          { kind: Type.Literal(kind), index: Type.Integer({ minimum: 1, maximum: layout.counts[kind] }) },
          { additionalProperties: false },
        ),
      ),
  );
