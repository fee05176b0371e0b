// Traces as text for other programs.
import type { ResultFile, TraceName } from './contract/results.ts';

export type TraceValues = Readonly<Record<string, unknown>>;
type Column = readonly [heading: string, values: readonly number[]];

const numbers = (value: unknown): readonly number[] => (Array.isArray(value) ? value : []);

/** RFC 4180 with headings that have the units; numbers as JSON writes them. */
export function csvOf(trace: TraceName, values: TraceValues): string {
  const columns = columnsOf(trace, values);
  const lines = Array.from({ length: columns[0]?.[1].length ?? 0 }, (_, place) =>
    columns.map(([, column]) => column[place] ?? '').join(','),
  );
  return [columns.map(([heading]) => heading).join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

function columnsOf(trace: TraceName, values: TraceValues): readonly Column[] {
  const at = (name: string): readonly number[] => numbers(values[name]);
  const times = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, n) => round(Number(values.startMs ?? 0) + n * Number(values.stepMs ?? 0)));
  const columns = {
    transfer: (): readonly Column[] => [
      ['Frequency (Hz)', at('frequenciesHz')],
      ['Magnitude (dB)', at('magnitudesDb')],
      ['Phase (deg)', at('phasesDeg')],
      ['Coherence (%)', at('coherencePercent')],
      ['Limits (dB)', at('limitsDb')],
    ],
    rta: (): readonly Column[] => [
      ['Frequency (Hz)', at('frequenciesHz')],
      ['Level (dB)', at('levelsDb')],
    ],
    impulse: (): readonly Column[] => [
      ['Time (ms)', times(at('values').length)],
      ['Value', at('values')],
      ['Envelope (dB)', at('envelopeDb')],
    ],
    decay: (): readonly Column[] => {
      const curves = (Array.isArray(values.curvesDb) ? values.curvesDb : []).map(numbers);
      const most = Math.max(0, ...curves.map(({ length }) => length));
      const named = curves.map((curve, n): Column => [`${at('frequenciesHz')[n] ?? n + 1} Hz (dB)`, curve]);
      return [['Time (ms)', times(most)], ...named];
    },
  };
  return columns[trace]().filter(([, column], place) => place === 0 || column.length > 0);
}

/** A sum of times has the digits of its parts. */
const round = (ms: number): number => Math.round(ms * 1e6) / 1e6;

/**
 * The text form of Room EQ Wizard (its help, "Importing Measurement Data", frequency response text files): comment lines
 * that begin with *, then lines of frequency, level and phase in degrees, ascending. '' for a trace over time.
 */
export function rewOf(trace: TraceName, values: TraceValues, file: ResultFile): string {
  if (trace !== 'transfer' && trace !== 'rta') return '';
  const levels = numbers(trace === 'transfer' ? values.magnitudesDb : values.levelsDb);
  const phases = trace === 'transfer' ? numbers(values.phasesDeg) : [];
  const { output } = file;
  const comments = [
    'Measurement data measured by Rowdesk',
    `Source: ${output === null ? 'unknown' : `${output.kind}/${output.index}`}, ${file.stimulus}, ${file.levelDb} dB`,
    'Format: Space delimited data',
    `Dated: ${file.at}`,
    `Measurement: ${oneLine(file.name)}`,
    `Smoothing: ${file.smoothing === 0 ? 'None' : `1/${file.smoothing} octave`}`,
    '',
    'Freq(Hz) SPL(dB) Phase(degrees)',
  ];
  const lines = numbers(values.frequenciesHz).map(
    (frequency, n) => `${frequency.toFixed(6)} ${(levels[n] ?? 0).toFixed(4)} ${(phases[n] ?? 0).toFixed(4)}`,
  );
  return [...comments.map((line) => `* ${line}`.trimEnd()), ...lines].map((line) => `${line}\n`).join('');
}

/** A name must not end the comment. */
const oneLine = (name: string): string => name.replace(/\p{Cc}+/gu, ' ');
