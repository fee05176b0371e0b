import { type Static, Type } from 'rowdesk/provider';

/** Minted by /record/start from the time, and the name of the take's folder. */
export const takeIdPattern = '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$';
export const takeId = Type.String({ pattern: takeIdPattern });
export const takeIdOrNone = Type.String({ pattern: `^$|${takeIdPattern}`, default: '' });
/** As many takes as are looked at, and as many as a list has, the newest. */
export const mostTakes = 2_000;
export const mostTracks = 256;
export const mostPositions = 10_000;
/** Of a part or a gap: a month at the highest rate; with all parts a length is still a whole number. */
const mostFrames = 2 ** 39;
/** Rates of sound files. */
const [leastRate, mostRate] = [8_000, 768_000];
export const soundRate = Type.Number({ minimum: leastRate, maximum: mostRate, unit: 'Hz' });

const seconds = (title: string) => Type.Number({ unit: 's', title });

/** What the operator says of a take. */
export const words = {
  name: Type.String({ minLength: 1, maxLength: 128, title: 'What the take is called' }),
  notes: Type.String({ maxLength: 4096 }),
  keep: Type.Boolean({ title: 'The take is never deleted' }),
};
export const TakeWords = Type.Partial(Type.Object(words));
export type TakeWords = Static<typeof TakeWords>;

export const takeStates = ['recording', 'closed', 'recovered', 'damaged'] as const;

/** What a list says of a take. */
export const summary = {
  startedAt: Type.String({ title: 'When it was started, ISO 8601; empty where unknown' }),
  lengthS: seconds('Gaps between parts included'),
  sizeMb: Type.Number({ unit: 'MB' }),
  state: Type.Enum([...takeStates], {
    title: 'recovered: its recorder ended without closing it; damaged: its take.json can not be used',
  }),
  complete: Type.Boolean({ title: 'It was closed in order' }),
  problem: Type.String({ title: 'Why it is damaged, or has ended by itself; empty for nothing' }),
};

export const takes = {
  takes: Type.Array(
    Type.Object({
      ...{ id: takeId, name: words.name, keep: words.keep },
      ...summary,
      tracks: Type.Integer({ title: 'How many' }),
    }),
    { maxItems: mostTakes, title: 'The newest first' },
  ),
  count: Type.Integer({ title: 'How many takes there are' }),
  freeSpaceMb: Type.Number({ unit: 'MB', title: 'What may still be written where takes are' }),
};

export const track = {
  number: Type.Integer({ minimum: 1, title: 'As in the names of its files, and in /takes/{id}/peaks/{track}' }),
  path: Type.String({ title: 'The strip that was recorded' }),
  name: Type.String(),
  channels: Type.Integer({ minimum: 1, maximum: 2 }),
  role: Type.Enum(['track', 'programme']),
};
export const part = {
  number: Type.Integer({ minimum: 1 }),
  startedAt: Type.String({ title: 'ISO 8601' }),
  frames: Type.Integer({ minimum: 0, maximum: mostFrames, unit: 'frames' }),
  gapFrames: Type.Integer({ minimum: 0, maximum: mostFrames, unit: 'frames', title: 'What is missing before it' }),
};
export const marker = { atS: seconds('From the first frame of the take'), label: Type.String() };
export const dropout = {
  atS: seconds('From the first frame of the take'),
  lengthMs: Type.Number({ unit: 'ms', title: 'Silence of this length is in all tracks' }),
  reason: Type.String(),
};

export const take = {
  ...words,
  ...summary,
  rate: Type.Number({ unit: 'Hz' }),
  tapPoint: Type.String(),
  fileFormat: Type.String(),
  bitDepth: Type.Integer({ unit: 'bit' }),
  preRollS: seconds('How much of it is from before the start'),
  tracks: Type.Array(Type.Object(track), { maxItems: mostTracks }),
  parts: Type.Array(Type.Object(part), { maxItems: mostPositions }),
  markers: Type.Array(Type.Object(marker), { maxItems: mostPositions }),
  dropouts: Type.Array(Type.Object(dropout), { maxItems: mostPositions, title: 'The first of them' }),
  dropoutCount: Type.Integer({ minimum: 0 }),
};

const samples = (title: string) => Type.Array(Type.Integer({ minimum: -127, maximum: 127 }), { title });

export const peaks = {
  rate: Type.Number({ unit: 'Hz' }),
  frames: Type.Integer({ minimum: 0, unit: 'frames', title: 'How far the waveform goes' }),
  fullScale: Type.Integer({ title: 'What a sample of full scale is here' }),
  zooms: Type.Array(
    Type.Object({
      framesPerPeak: Type.Integer({ unit: 'frames' }),
      channels: Type.Array(
        Type.Object({
          lowest: samples('The lowest sample of each stretch of so many frames'),
          highest: samples('The highest'),
        }),
      ),
    }),
    { title: 'The finest first, each next one four times coarser; none before there is a waveform' },
  ),
};

export const deletion = { id: takeIdOrNone, confirm: Type.Boolean({ default: false }) };
