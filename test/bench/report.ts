// What the bench prints and keeps: one line a figure, with the goal it is held against.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';

export interface Figure {
  readonly name: string;
  readonly value: string;
  /** The same, unrounded and without its unit; undefined for text. */
  readonly number?: number;
  readonly unit?: string;
  /** `bounds` in words; '' without. */
  readonly goal: string;
  readonly bounds?: Bounds;
  /** undefined where there is no goal. */
  readonly reached?: boolean;
  /** How it was measured, in a line. */
  readonly how: string;
  /** The other checkout's, and the ratio to it; undefined in a run of one checkout. */
  readonly before?: { readonly value: string; readonly ratio: string };
}

export interface Bounds {
  readonly least?: number;
  readonly most?: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** A figure that must be at least (or at most) its goal. */
export function held(name: string, number: number, bounds: Bounds, unit: string, how: string): Figure {
  const reached = number >= (bounds.least ?? -Infinity) && number <= (bounds.most ?? Infinity);
  const goal = bounds.least !== undefined ? `at least ${bounds.least}${unit}` : `at most ${bounds.most}${unit}`;
  return { ...measured(name, number, unit, how), bounds, goal, reached };
}

/** A figure without a goal. */
export function measured(name: string, number: number, unit: string, how: string): Figure {
  return { name, value: `${rounded(number)}${unit}`, number, unit, goal: '', how };
}

/** A text in a figure's place. */
export function shown(name: string, value: string, how: string): Figure {
  return { name, value, goal: '', how };
}

/** To three digits. */
export function rounded(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return value.toFixed(digits);
}

export function line(figure: Figure): string {
  const verdict = figure.reached === undefined ? '' : figure.reached ? '  reached' : '  MISSED';
  const before = figure.before === undefined ? '' : `  ${figure.before.ratio} of ${figure.before.value} before`;
  return `${figure.name.padEnd(64)} ${figure.value.padStart(12)}${before}  ${figure.goal}${verdict}`;
}

export function writeReport(file: string, figures: readonly Figure[]): void {
  const rows = figures.map(
    (f) =>
      `| ${f.name} | ${f.value} | ${f.before?.value ?? ''} | ${f.before?.ratio ?? ''} | ${f.goal} | ${f.reached === undefined ? '' : f.reached ? 'yes' : 'no'} | ${f.how} |`,
  );
  writeFileSync(
    file,
    `# Results of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model.trim()}, Linux ${release()}, Node ${process.version}.
Load average at the end ${rounded(loadavg()[2] as number)} over 15 minutes: on a machine that others use too, only ratios mean much.
Ratios are of one run, rounds alternating between the two sides; figures are medians of the rounds. \`--before\` fills the
columns "before" and "of before": the median ratio of the pairs, and the least and greatest.

| what | measured | before | of before | goal | reached | how |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
  );
}
