import { expect } from 'vitest';
import { isNight } from './depth.ts';

/** A figure in ms is at most `mostMs`. The machine decides it too, so the night alone judges: there nothing else runs. */
export function judgeAtNight(figureMs: number, mostMs: number, what: string): void {
  if (isNight) expect(figureMs, what).toBeLessThan(mostMs);
}
