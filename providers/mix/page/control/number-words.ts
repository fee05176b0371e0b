// Numbers in words, with their unit, and back from what an operator types: `3.20 kHz`, `−20.0 dB`, `1,5k`.
import { decibels } from '../scale/decibels.ts';
import { minimumDb } from '../scale/fader-law.ts';

/** Digits after the point that a step shows: 0.25 -> 2. */
const digitsOf = (step: number): number => (String(step).split('.')[1] ?? '').length;

/** `unit` and `step` as OPTIONS has them. */
export function numberWords(value: number | undefined, unit = '', step?: number): string {
  if (value === undefined) return '?';
  if (unit === 'dB' || unit === 'dBFS') return `${levelWords(value, step)} ${unit}`;
  if (unit === 'Hz' && Math.abs(value) >= 1000) return `${plain(value / 1000, 3)} kHz`;
  const number = step === undefined ? plain(value, 3) : minus(value.toFixed(digitsOf(step)));
  return unit === '' ? number : `${number} ${unit}`;
}

/** One digit after the point, or as many as the steps have. */
function levelWords(value: number, step = 0.1): string {
  const isFiner = value > minimumDb && digitsOf(step) > 1;
  return isFiner ? (value > 0 ? '+' : '') + minus(value.toFixed(digitsOf(step))) : decibels(value);
}

/** At least three digits, never an exponent: 0.71, 12.5, 100, 4000. */
function plain(value: number, digits: number): string {
  const whole = Math.max(1, Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + 1);
  return minus(String(Number(value.toFixed(Math.max(0, digits - whole)))));
}

const minus = (text: string): string => text.replace('-', '−');

/** Undefined for what is no number. `k` is a thousand; `off` and `-∞` are `minimumDb` of a level. */
export function typedNumber(text: string, unit = ''): number | undefined {
  const typed = text.trim().toLowerCase().replace(/[−–]/g, '-').replace(',', '.');
  if (unit === 'dB' && /^(off|-?∞|-inf)$/.test(typed)) return minimumDb;
  const found = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*(k?)\s*[a-z%]*$/.exec(typed);
  if (found === null) return undefined;
  const [, number, thousand] = found;
  return Number((Number(number) * (thousand === 'k' ? 1000 : 1)).toFixed(9));
}
