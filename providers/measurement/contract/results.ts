// Results: what was measured of which output, and its traces.
import { type Static, Type } from 'rowdesk/provider';
import { goals } from './settings.ts';

/** Minted by a run from the time, and the name of the result's folder. */
export const resultIdPattern = '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$';
export const resultId = Type.String({ pattern: resultIdPattern });
export const resultIdOrNone = Type.String({ pattern: `^$|${resultIdPattern}`, default: '' });

export const mostResults = 200;
export const mostResultBytes = 50_000_000;

export const traceNames = ['transfer', 'impulse', 'rta', 'decay'] as const;
export type TraceName = (typeof traceNames)[number];

const figure = (unit: string, title: string) =>
  Type.Union([Type.Number({ unit }), Type.Null()], { title: `${title}; null where this goal does not measure it` });
const ref = Type.Object({ kind: Type.String(), index: Type.Integer({ minimum: 1 }) });

export const Summary = Type.Object({
  delayMs: figure('ms', 'From the reference to the microphone, converters included'),
  delayFrames: figure('frames', 'The same'),
  confidencePercent: figure('%', 'How much the peak of the correlation stands out'),
  coherencePercent: figure('%', 'The median over frequency'),
  snrDb: figure('dB', 'Of what the microphone hears: what follows the reference over all else'),
  levelDb: figure('dB', 'Of the microphone; a full-scale sine is 0'),
  peakDb: figure('dB', 'Its highest sample'),
  gainDb: figure('dB', 'From what was sent to the microphone, over its band'),
  noiseFloorDb: figure('dB', 'Of the impulse response, against a path of 0 dB'),
  polarity: Type.Union([Type.Enum(['same', 'inverted']), Type.Null()]),
  rt60S: Type.Array(
    Type.Object({
      frequencyHz: Type.Number({ unit: 'Hz' }),
      t20S: figure('s', 'From 5 to 25 dB of decay'),
      t30S: figure('s', 'From 5 to 35 dB'),
      edtS: figure('s', 'Of the first 10 dB'),
    }),
    { maxItems: 64, title: 'By octave; empty where it is not measured' },
  ),
  sti: figure('', 'Speech transmission index, 0 to 1'),
});
export type Summary = Static<typeof Summary>;
export const noSummary: Summary = {
  ...{ delayMs: null, delayFrames: null, confidencePercent: null, coherencePercent: null, snrDb: null },
  ...{ levelDb: null, peakDb: null, gainDb: null, noiseFloorDb: null, polarity: null, rt60S: [], sti: null },
};

/** What the operator says of a result. */
export const words = {
  name: Type.String({ minLength: 1, maxLength: 128, title: 'What the result is called' }),
  notes: Type.String({ maxLength: 4096 }),
};
export const ResultWords = Type.Partial(Type.Object(words));
export type ResultWords = Static<typeof ResultWords>;

/** Stored with the traces. */
export const facts = {
  goal: Type.Enum([...goals]),
  at: Type.String({ title: 'When it was measured, ISO 8601' }),
  output: Type.Union([ref, Type.Null()]),
  leg: Type.Enum(['both', 'left', 'right'], { title: 'The leg of the output that sounded' }),
  microphone: Type.Union([ref, Type.Null()]),
  microphoneId: Type.String({ title: 'The calibration that is in it; empty for none' }),
  stimulus: Type.String(),
  levelDb: Type.Number({ unit: 'dB' }),
  durationS: Type.Number({ unit: 's' }),
  smoothing: Type.Integer(),
  rate: Type.Number({ unit: 'Hz' }),
  alignedMs: Type.Number({ unit: 'ms', title: 'What speakerAlign of the output delayed by then' }),
  summary: Summary,
  traces: Type.Array(Type.Enum([...traceNames]), { maxItems: traceNames.length }),
};
export const ResultFile = Type.Object({ format: Type.Literal(1), name: Type.String(), ...facts });
/** What a file may lack: it is older than the fact. */
export const olderFacts = { leg: 'both' };
export type ResultFile = Static<typeof ResultFile>;

export const result = {
  ...words,
  ...facts,
  sizeKb: Type.Integer({ unit: 'kB' }),
  problem: Type.String({ title: 'Why it can not be used; empty for nothing' }),
};

export const results = {
  items: Type.Array(
    Type.Object({
      ...{ id: resultId, name: words.name, goal: facts.goal, at: facts.at, output: facts.output },
      ...{ microphone: facts.microphone, summary: Summary, problem: result.problem },
    }),
    { maxItems: mostResults, title: 'The newest first' },
  ),
};

const numbers = (unit: string, title: string) => Type.Array(Type.Number({ unit }), { title });

/** A trace has some of these. */
export const trace = {
  frequenciesHz: numbers('Hz', 'Of transfer, rta and decay'),
  magnitudesDb: numbers('dB', 'Of transfer, at each frequency'),
  phasesDeg: numbers('deg', 'Of transfer, without the delay'),
  coherencePercent: numbers('%', 'Of transfer'),
  limitsDb: numbers('dB', 'Of transfer: 95 % of magnitudes are within that much of the truth'),
  bandsPerOctave: Type.Integer({ title: 'Of rta' }),
  levelsDb: numbers('dB', 'Of rta, of each band'),
  startMs: Type.Number({ unit: 'ms', title: 'Of impulse: when its first value is, counted from the reference' }),
  stepMs: Type.Number({ unit: 'ms', title: 'Of impulse and decay: from one value to the next' }),
  values: Type.Array(Type.Number(), { title: 'Of impulse' }),
  envelopeDb: numbers('dB', 'Of impulse'),
  curvesDb: Type.Array(Type.Array(Type.Number({ unit: 'dB' })), { title: 'Of decay, one of each frequency' }),
};

export const deletion = { id: resultIdOrNone, confirm: Type.Boolean({ default: false }) };
export const exportFields = {
  format: Type.Enum(['csv', 'rew'], { default: 'csv', title: 'rew: text that Room EQ Wizard imports' }),
};
export const alignFields = {
  main: resultIdOrNone,
  delayed: resultIdOrNone,
  apply: Type.Boolean({ default: false }),
};
