import { type FieldsOf, Type } from 'rowdesk/provider';
import { type Layout, refsInOrder, type StripKind, type StripRef } from '../console/index.ts';
import { sourceLegs } from '../patch/index.ts';
import { takeIdPattern } from '../takes/index.ts';

export const vscPath = '/vsc';
/** What is stored; its fields go to mixer and recorder. */
export const settingsPath = '/vsc/settings';
/** What the player does now. */
export const transportPath = '/vsc/transport';
export const playerTarget = 'recorder';

const sourceKinds = Object.keys(sourceLegs) as (keyof typeof sourceLegs)[];
const closed = { additionalProperties: false };
const leg = (title: string) => Type.Optional(Type.Enum(['left', 'right'], { title }));

const strip = (layout: Layout) =>
  Type.Union(
    sourceKinds
      .filter((kind) => layout.counts[kind] > 0)
      .map((kind) =>
        Type.Object(
          { kind: Type.Literal(kind), index: Type.Integer({ minimum: 1, maximum: layout.counts[kind] }) },
          closed,
        ),
      ),
  );

const assignment = (layout: Layout) =>
  Type.Object(
    {
      strip: strip(layout),
      track: Type.Integer({ minimum: 1, maximum: 999, title: 'Its number in /takes/{id}' }),
      leg: leg('The leg of the strip that hears it; without it, both of a strip that has two'),
      trackLeg: leg('Of a track that has two; without it left to left and right to right'),
    },
    closed,
  );

/** A track in the place of the source of a strip. */
export interface Assignment {
  readonly strip: StripRef;
  readonly track: number;
  readonly leg?: 'left' | 'right';
  readonly trackLeg?: 'left' | 'right';
}

/** A lane of the mixer, and the channel of the play ring that it hears, from 1. */
export interface Lane {
  readonly kind: StripKind;
  readonly index: number;
  readonly leg: 'left' | 'right';
  readonly channel: number;
}

const mostSeconds = 1_000_000;
const seconds = (title: string) => Type.Number({ minimum: 0, maximum: mostSeconds, unit: 's', title });

export const settings = (layout: Layout) => ({
  engaged: Type.Boolean({ default: false, title: 'Strips hear the tracks of the take instead of their sources' }),
  takeId: Type.String({
    pattern: `^$|${takeIdPattern}`,
    default: '',
    title: 'The take that is loaded; empty for none',
  }),
  by: Type.Enum(['position', 'name', 'hand'], {
    default: 'position',
    title: 'What gives a strip its track: the strip that was recorded, its name, or mapping as it is written',
  }),
  mapping: Type.Array(assignment(layout), {
    ...{ maxItems: 512, default: [] },
    title:
      'The tracks of strips, the last one of a leg counts; writing it makes by hand. A strip without a track is silent unless it is in live',
  }),
  live: refsInOrder(layout, sourceKinds, 'Strips that keep their source while the others hear the take', {
    unordered: true,
  }),
  loop: Type.Union(
    [
      Type.Object(
        {
          fromS: seconds('Its first moment'),
          lengthS: Type.Number({
            minimum: 0.1,
            maximum: mostSeconds,
            unit: 's',
            title: 'The end of the take ends it, too',
          }),
        },
        closed,
      ),
      Type.Null(),
    ],
    { default: null, title: 'What is played again and again, null for none' },
  ),
});
export type Settings = FieldsOf<ReturnType<typeof settings>>;
export const ofMixer = ['engaged', 'live'] as const;
export const ofRecorder = ['takeId', 'loop'] as const;
export const ofDesk = ['by', 'mapping'] as const;

export const sent = (layout: Layout) => ({
  play: Type.Array(
    Type.Object({
      ...{ kind: Type.Enum([...sourceKinds]), index: Type.Integer({ minimum: 1 }) },
      ...{ leg: Type.Enum(['left', 'right']), channel: Type.Integer({ minimum: 1 }) },
    }),
    {
      maxItems: 2 * layout.all().length,
      title: 'What the mixer plays: lanes of strips, and their channels of the take',
    },
  ),
});

export const transport = {
  transport: Type.Enum(['play', 'pause', 'stop'], { title: 'A stop goes to the begin; the end of the take is one' }),
  positionS: seconds('Where in the take it is; writing it goes there without a click'),
};
export const player = {
  lengthS: Type.Number({ unit: 's', title: 'Of the take, gaps between parts included; 0 without one' }),
  loaded: Type.Boolean({ title: 'The take can be played' }),
  underruns: Type.Integer({ title: 'How often the disk was too late for the mixer' }),
  fault: Type.String({ title: 'Why it does not sound as it should; empty for nothing' }),
};

export const vsc = (layout: Layout) => ({
  ...settings(layout),
  ...transport,
  ...player,
  patchBefore: Type.Array(
    Type.Object({
      strip: Type.Object({ kind: Type.String(), index: Type.Integer() }),
      ...{ leg: Type.Enum(['left', 'right']), sourceId: Type.String(), spareSourceId: Type.String() },
    }),
    { title: 'What the strips hear at the end of the soundcheck: the patch, which it does not touch' },
  ),
});
