// Levels in words: `−6.0`, `+1.5`, `−∞`.
import { minimumDb } from './fader-law.ts';

/** `−6.0`; `−∞` for what is off; `?` while it is unknown. */
export function decibels(levelDb: number | undefined): string {
  if (levelDb === undefined) return '?';
  if (levelDb <= minimumDb) return '−∞';
  const digits = Math.abs(levelDb).toFixed(1);
  // What is rounded to zero is neither above nor below it.
  const sign = Number(digits) === 0 ? '' : levelDb > 0 ? '+' : '−';
  return sign + digits;
}

/** A number as an operator types it: `-6`, `−6,5`, `+3 dB`; `off` and `-∞` are -144. Undefined for anything else. */
export function typedDecibels(text: string): number | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[−–]/g, '-')
    .replace(',', '.')
    .replace(/\s*db$/, '');
  if (/^(off|-?∞|-inf)$/.test(plain)) return minimumDb;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}
