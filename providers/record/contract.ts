import { Type } from 'rowdesk/provider';
import { carriesSound } from '../channel/index.ts';
import { type Layout, refsInOrder, type StripKind, stripKinds } from '../console/index.ts';

export const recordPath = '/record';
export const recorderTarget = 'recorder';

const recordable = stripKinds.filter(carriesSound);
/** Buses. */
const programmes: readonly StripKind[] = ['main', 'mix', 'matrix', 'cue', 'mixMinus'];

const namePlaces = ['date', 'time', 'n', 'session'] as const;
export type NamePlace = (typeof namePlaces)[number];

/** Taken by the mixer, by the recorder, and by the desk. */
export const ofMixer = ['armed', 'tapPoint', 'programme'] as const;
export const ofRecorder = ['preRollS', 'fileFormat', 'bitDepth', 'splitMinutes'] as const;
export const ofDesk = ['nameTemplate'] as const;

export const settings = (layout: Layout) => ({
  armed: refsInOrder(layout, recordable, 'The strips that are recorded, one track each, in the order of the tracks'),
  tapPoint: Type.Enum(['Top-Of-Ch', 'Post-Trim', 'Post-Fader'], {
    default: 'Top-Of-Ch',
    title: 'Where tracks are taken from; Top-Of-Ch is what /vsc plays back',
  }),
  programme: refsInOrder(layout, programmes, 'Buses that are recorded beside the tracks, at Post-Fader'),
  nameTemplate: Type.String({
    ...{ minLength: 1, maxLength: 96, default: '{date} {time}' },
    pattern: `^([^{}/\\u0000-\\u001f]|\\{(${namePlaces.join('|')})\\})*$`,
    title: 'How takes are called: text with {date}, {time}, {session}, and {n}, the first number that is free',
  }),
  preRollS: Type.Integer({
    ...{ minimum: 0, maximum: 60, unit: 's', default: 10 },
    title: 'How much of what was before the start is in the take; the recorder holds it in memory',
  }),
  fileFormat: Type.Enum(['wav', 'flac'], { default: 'wav', title: 'A wav beyond 4 GiB is an RF64' }),
  bitDepth: Type.Integer({
    ...{ enum: [24, 32], default: 24, minimum: 24, maximum: 32, unit: 'bit' },
    maximumBy: { fileFormat: { wav: 32, flac: 24 } },
    title: '24: whole numbers with TPDF dither; 32: float',
  }),
  splitMinutes: Type.Integer({
    ...{ minimum: 0, maximum: 1440, unit: 'min', default: 0 },
    title: 'A new part begins after so long, without a gap; 0: never',
  }),
});

/** As the recorder reports it. */
export const reported = {
  takeId: Type.String({ title: 'The take that is recorded, empty for none' }),
  elapsedS: Type.Number({ unit: 's', title: 'How long that take is' }),
  freeSpaceMb: Type.Number({ unit: 'MB', title: 'On the disk of the takes' }),
  remainingS: Type.Number({
    unit: 's',
    title: 'How long the disk lasts for what is armed; 0 while nothing is armed, and until the recorder has what is',
  }),
  bufferFillPercent: Type.Number({ unit: '%', title: 'What waits for the disk, of the memory for it' }),
  dropouts: Type.Integer({ title: 'Of this take: moments that are silent in all tracks' }),
  bytesPerSecond: Type.Number({ unit: 'B/s', title: 'What is written while it records; a flac has less' }),
  reserveS: Type.Number({
    unit: 's',
    title:
      'How long the recorder may stand still before sound is lost: 20, less where /dev/shm is small; 0 without sound',
  }),
};

export const record = (layout: Layout) => ({
  ...settings(layout),
  state: Type.Enum(['absent', 'off', 'ready', 'recording'], {
    title: 'absent: no recorder runs; off: nothing is armed, or no sound runs; ready: it waits for /record/start',
  }),
  takeName: Type.String({ title: 'The name of that take, empty for none' }),
  ...reported,
  neededMemoryMb: Type.Number({ unit: 'MB', title: 'What mixer and recorder hold in memory for what is armed' }),
  fault: Type.String({ title: 'Why it can not record, or what is wrong with the take; empty for nothing' }),
});

export const startFields = {
  name: Type.String({ maxLength: 128, default: '', title: 'Empty: as nameTemplate says' }),
};
export const markFields = { label: Type.String({ maxLength: 128, default: '' }) };
