// The mixer's part of the boundary to driver code (untrusted.ts): its state, its meters and its analyses.

import { type Static, Type, Value } from '../../base/typebox.ts';
import { type AnalysisResults, type Mixer, meterFolds, mostMeterColumns } from '../../driver.ts';
import type { MeterFormat } from '../link/meter-frame.ts';
import { longestAddress } from './untrusted.ts';

/** Rows of meters: with the most columns a frame has 2 MiB. */
const mostMeterPaths = 4096;
const meterName = /^[a-z][A-Za-z0-9]{0,31}(\.[a-z][A-Za-z0-9]{0,31})?$/;
/** Spectra or alignments of one look. */
const mostResults = 4096;
/** Bands of a spectrum: at 24 per octave a mixer has some 240. */
const mostBands = 1024;

const Paths = Type.Array(Type.String(), { maxItems: mostMeterPaths });
const Amount = Type.Number({ minimum: 0 });
const Count = Type.Integer({ minimum: 0 });

/** The members of a mixer's state that this process reads. */
const required = {
  isOpen: Type.Boolean(),
  faultyStrips: Paths,
  dspLoadPercent: Amount,
  dspLoadMaxPercent: Amount,
  clock: Type.Enum(['running', 'lost']),
};
const optional = {
  faults: Type.Array(Type.Object({ path: Type.String(), count: Count }), { maxItems: mostMeterPaths }),
  alignmentExcess: Type.Array(Type.Object({ path: Type.String(), ms: Amount }), { maxItems: mostMeterPaths }),
  clips: Count,
  mutes: Type.Integer(),
  howls: Count,
  hasNullPointers: Type.Boolean(),
  notifiesWatchdog: Type.Boolean(),
};
const State = Type.Object({ ...required, ...optional });
export type MixerState = Static<typeof State>;

/** Before the first valid state; an absent optional member has this value. */
export const initialState: MixerState = {
  ...{ isOpen: false, faultyStrips: [], faults: [], dspLoadPercent: 0, dspLoadMaxPercent: 0, clock: 'running' },
  ...{ alignmentExcess: [], clips: 0, mutes: 0, howls: 0, hasNullPointers: false, notifiesWatchdog: false },
};

const Alignment = Type.Object({
  number: Count,
  frames: Type.Number(),
  offsetMs: Type.Number(),
  confidencePercent: Type.Number({ minimum: 0, maximum: 100 }),
  offsetAfterDelayMs: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  confidenceAfterDelayPercent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
});
const Frequencies = Type.Array(Type.Number({ exclusiveMinimum: 0 }), { maxItems: mostBands });
const LinkFields = Type.Array(Type.String({ maxLength: longestAddress }), { maxItems: 64 });

/** Names of fields, copied. */
export function plainLinkFields(fields: unknown): readonly string[] {
  if (!Value.Check(LinkFields, fields)) throw new Error('its linkFields must be a list of names of fields');
  return [...fields];
}

/** A copy of the rows and columns of a mixer's meters. */
export function plainMeterFormat({
  meterPaths: paths,
  meterLegs: legs,
  meterColumns: columns,
}: Pick<Mixer, 'meterPaths' | 'meterLegs' | 'meterColumns'>): MeterFormat {
  const isPath = (path: unknown) => typeof path === 'string' && path.length <= longestAddress;
  if (!Array.isArray(paths) || paths.length > mostMeterPaths || !paths.every(isPath))
    throw new Error(`its meterPaths must be a list of at most ${mostMeterPaths} paths`);
  if (!Array.isArray(legs) || legs.length !== paths.length || !legs.every(isLegs))
    throw new Error('its meterLegs must have 1 or 2 for each of its meterPaths');
  if (!Array.isArray(columns) || columns.length > mostMeterColumns)
    throw new Error(`its meterColumns must be a list of at most ${mostMeterColumns} columns`);
  const names = new Set<string>();
  const plain = columns.map((column: MeterFormat['columns'][number] | null, at) => {
    const { name, legs: own, fold } = column ?? {};
    if (typeof name !== 'string' || !meterName.test(name))
      throw new Error(`the name of its meter column ${at + 1} must match ${meterName.source}`);
    if (names.has(name)) throw new Error(`its meter column ${name} is there twice`);
    if (!isLegs(own)) throw new Error(`its meter column ${name} must have 1 or 2 legs, and has ${own}`);
    if (fold === undefined || !meterFolds.includes(fold))
      throw new Error(`its meter column ${name} must have one of the folds ${meterFolds.join(', ')}, and has ${fold}`);
    names.add(name);
    return { name, legs: own, fold };
  });
  return { paths: [...paths], legs: [...legs], columns: plain };
}

/**
 * A mixer's state as plain data, and the names of wrong members, which have their value of `before`. Strips other than
 * `strips` are wrong.
 */
export function plainState(
  given: Readonly<Record<string, unknown>>,
  before: MixerState,
  strips: ReadonlySet<unknown>,
): { readonly state: MixerState; readonly wrong: readonly string[] } {
  const names = Object.keys(State.properties) as (keyof MixerState)[];
  const valid = names.filter((name) => isValid(name, given[name], strips));
  const values = Object.fromEntries(valid.map((name) => [name, given[name] ?? initialState[name]]));
  // A copy: the driver may change its lists.
  return { state: { ...before, ...structuredClone(values) }, wrong: names.filter((name) => !valid.includes(name)) };
}

/** The valid results, and how many are not. */
export function plainAnalysis({ spectra, alignments }: AnalysisResults) {
  const results: AnalysisResults = {
    spectra: spectra.slice(0, mostResults).filter(isSpectrum),
    alignments: alignments.slice(0, mostResults).filter((one) => Value.Check(Alignment, one)),
  };
  const wrong = spectra.length + alignments.length - results.spectra.length - results.alignments.length;
  return { results, wrong };
}

/** Hz, copied. */
export function plainFrequencies(frequenciesHz: unknown): readonly number[] {
  if (!Value.Check(Frequencies, frequenciesHz)) throw new Error('its bandFrequenciesHz() gave wrong frequencies');
  return [...frequenciesHz];
}

/** Sets each value that is no finite number to 0. Returns how many. Never throws. */
export function setFinite(values: Float32Array): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    if (Number.isFinite(values[at])) continue;
    values[at] = 0;
    count += 1;
  }
  return count;
}

function isValid(name: keyof MixerState, value: unknown, strips: ReadonlySet<unknown>): boolean {
  if (value === undefined) return name in optional;
  if (!Value.Check(State.properties[name], value)) return false;
  if (name === 'faultyStrips') return (value as MixerState['faultyStrips']).every((path) => strips.has(path));
  if (name === 'faults' || name === 'alignmentExcess') {
    return (value as MixerState[typeof name]).every(({ path }) => strips.has(path));
  }
  return true;
}

function isSpectrum(one: unknown): one is AnalysisResults['spectra'][number] {
  const { number, levelsDb } = (one ?? {}) as Partial<AnalysisResults['spectra'][number]>;
  if (!Value.Check(Count, number) || !(levelsDb instanceof Float32Array) || levelsDb.length > mostBands) return false;
  return levelsDb.every(Number.isFinite);
}

function isLegs(legs: unknown): legs is 1 | 2 {
  return legs === 1 || legs === 2;
}

/** PID_MAX_LIMIT of Linux. */
const largestThread = 2 ** 22;

/** The number of the thread that drives, 0 where none is given. */
export function threadOf(figures: { readonly threadId?: unknown } | undefined): number {
  const id = figures?.threadId;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= largestThread ? id : 0;
}
