// What the bench prints and keeps: one line a figure, with the goal it is held against.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';

export interface Figure {
  readonly name: string;
  readonly value: string;
  /** What the issue asks for; '' where it asks for the figure alone. */
  readonly goal: string;
  /** undefined where there is no goal. */
  readonly reached?: boolean;
  /** How it was measured, in a line. */
  readonly how: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** A figure that must be at least (or at most) its goal. */
export function held(
  name: string,
  value: number,
  goal: { readonly least?: number; readonly most?: number },
  unit: string,
  how: string,
): Figure {
  const reached = value >= (goal.least ?? -Infinity) && value <= (goal.most ?? Infinity);
  const words = goal.least !== undefined ? `at least ${goal.least}${unit}` : `at most ${goal.most}${unit}`;
  return { name, value: `${rounded(value)}${unit}`, goal: words, reached, how };
}

export function shown(name: string, value: string, how: string): Figure {
  return { name, value, goal: '', how };
}

export function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function line(figure: Figure): string {
  const verdict = figure.reached === undefined ? '' : figure.reached ? '  reached' : '  MISSED';
  return `${figure.name.padEnd(64)} ${figure.value.padStart(12)}  ${figure.goal}${verdict}`;
}

export function writeReport(file: string, figures: readonly Figure[]): void {
  const rows = figures.map(
    (f) =>
      `| ${f.name} | ${f.value} | ${f.goal} | ${f.reached === undefined ? '' : f.reached ? 'yes' : 'no'} | ${f.how} |`,
  );
  writeFileSync(
    file,
    `# Results of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model.trim()}, Linux ${release()}, Node ${process.version}.
Load average at the end ${rounded(loadavg()[2] as number)} over 15 minutes: on a machine that others use too, only ratios mean much.
Ratios are of one run, rounds alternating between the two sides; figures are medians of the rounds.

| what | measured | goal | reached | how |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
  );
}
