// The fields of inserts that go through hardware.
import { type TSchema, Type } from 'rowdesk/provider';
import type { Layout, StripKind, StripRef } from '../console/index.ts';
import { closed, port, portId, strips, twoLegged } from './patch-parts.ts';

/** Kinds of strips with inserts, rows.md. */
const insertKinds: readonly StripKind[] = ['input', 'fxReturn', 'aux', 'mix', 'matrix', 'main'];
const insertId = Type.Enum(['insert1', 'insert2'], { title: 'A place behind the compressor that has no plugin' });

const insertItem = (layout: Layout, kinds: readonly StripKind[], leg: TSchema) =>
  Type.Object(
    {
      ...{ strip: strips(layout, kinds), insert: insertId, leg: Type.Optional(leg) },
      sendPortId: port('The port where what arrives there leaves the desk, device:port'),
      returnPortId: port('The port where it comes back'),
      mayBeSilent: Type.Optional(
        Type.Boolean({
          default: false,
          title: 'A gate is there: silence for sound is no fault. Otherwise the dry sound is heard then',
        }),
      ),
    },
    closed,
  );
export const insertList = (layout: Layout) =>
  Type.Array(
    Type.Union([
      insertItem(
        layout,
        insertKinds.filter((kind) => !twoLegged.includes(kind)),
        Type.Enum(['left'], { default: 'left' }),
      ),
      insertItem(
        layout,
        insertKinds.filter((kind) => twoLegged.includes(kind)),
        Type.Enum(['left', 'right'], { default: 'left' }),
      ),
    ]),
    {
      ...{ maxItems: mostInserts, unordered: true, uniqueBy: ['strip', 'insert', 'leg'] },
      title: 'Inserts that go through hardware; of a strip of two legs both are named',
    },
  );
/** The mixer has room for 64 places, each of two legs at most. */
const mostInserts = 128;

export const insertsSetting = (layout: Layout) => {
  const { items, ...rest } = insertList(layout);
  return { inserts: Type.Array(items, { ...rest, default: [] }) };
};

export const insertLatencyFields = (layout: Layout) => {
  const place = { strip: strips(layout, insertKinds), insert: insertId };
  const frames = Type.Integer({ minimum: 0, maximum: 192_000, unit: 'frames', title: 'From the send to the return' });
  const measuredItem = {
    ...{ ...place, sendPortId: portId, returnPortId: portId, frames },
    rate: Type.Integer({ minimum: 0, maximum: 192_000, unit: 'Hz', title: 'Of the desk, as it was measured' }),
    quantum: Type.Integer({
      minimum: 0,
      maximum: 8192,
      unit: 'frames',
      title: 'The block of the desk, as it was measured',
    }),
  };
  return {
    measured: Type.Array(Type.Object(measuredItem, closed), {
      ...{ maxItems: mostInserts, unordered: true, uniqueBy: ['strip', 'insert'], default: [] },
      title: 'What was measured; it counts while ports, rate and block are the same',
    }),
    latencies: Type.Array(
      Type.Object({
        ...{ ...place, frames },
        by: Type.Enum(['measured', 'devices', 'none'], {
          title: 'Clicks, what drivers say of their devices, or nobody',
        }),
      }),
      { unordered: true, title: 'What is compensated now' },
    ),
  };
};

export const measureExtra = (layout: Layout) => ({
  strip: Type.Union([strips(layout, insertKinds), Type.Null()], { default: null, title: 'The strip of the insert' }),
  insert: Type.Enum(['insert1', 'insert2'], { default: 'insert1' }),
});

export interface InsertItem {
  readonly strip: StripRef;
  readonly insert: 'insert1' | 'insert2';
  readonly leg?: 'left' | 'right';
  readonly sendPortId: string;
  readonly returnPortId: string;
  readonly mayBeSilent?: boolean;
}
export interface InsertLatency extends Pick<InsertItem, 'strip' | 'insert'> {
  readonly frames: number;
  readonly by: 'measured' | 'devices' | 'none';
}
export interface MeasuredInsert extends Omit<InsertItem, 'leg'> {
  readonly frames: number;
  readonly rate: number;
  readonly quantum: number;
}
