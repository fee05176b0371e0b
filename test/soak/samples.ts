// What two processes hold over time, and whether that stays as it is.
import { readdirSync, readFileSync } from 'node:fs';
import { median } from '../bench/report.ts';

export interface Sample {
  readonly atS: number;
  readonly residentMb: number;
  /** What of it is no file's. */
  readonly ownMb: number;
  readonly descriptors: number;
}

/** Of a process that runs. */
export function sampleOf(processId: number, atS: number): Sample {
  const status = readFileSync(`/proc/${processId}/status`, 'latin1');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  const descriptors = readdirSync(`/proc/${processId}/fd`).length;
  return { atS, residentMb: megabytes('VmRSS'), ownMb: megabytes('RssAnon'), descriptors };
}

export interface Trend {
  readonly first: number;
  readonly last: number;
  /** From the first third to the last, relative to the first. */
  readonly growth: number;
}

/** Medians of the first and the last third of what was sampled after the warm-up. */
export function trendOf(samples: readonly Sample[], of: (sample: Sample) => number): Trend {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const first = median(samples.slice(0, third).map(of));
  const last = median(samples.slice(-third).map(of));
  return { first, last, growth: (last - first) / first };
}
