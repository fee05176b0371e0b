// How the X32 writes numbers: as a float from 0 to 1 in steps, and as a text. The laws are those of "Unofficial X32/M32 OSC
// Remote Protocol" by Patrick-Gilles Maillot (types linf, logf, level, enum, int, %int, string). A value of a law is in its
// unit (dB, Hz, ms); of an enumeration it is the number; of a bitmap a number whose bit 0 is member 1.
import { float, integer, type OscArgument, text } from '../../osc/js/packet.ts';
import type { OscValue } from '../../osc/js/parcel.ts';

export type Value = number | string;

export interface Law {
  /** For people: `-18 to 18 dB, 144 steps`. */
  readonly words: string;
  argument(value: Value): OscArgument;
  text(value: Value): string;
  /** The nearest step; undefined for an argument that is none of this law. */
  read(argument: OscValue): Value | undefined;
  /** All steps, for tests; of a text some. */
  readonly all: readonly Value[];
  /** Of a bitmap, its members. */
  readonly size?: number;
}

/** Between a position from 0 to 1 and a value. */
interface Scale {
  readonly steps: number;
  at(position: number): number;
  position(value: number): number;
}

interface Written {
  readonly unit?: string;
  readonly decimals?: number;
  /** Values from 0 on have a plus. */
  readonly hasPlus?: true;
  /** Figures of the whole, as far as the fraction goes. */
  readonly figures?: number;
  /** From 1000 on as `1k02`. */
  readonly hasKilo?: true;
}

/** Undoes what binary fractions leave. */
const tidy = (value: number) => Number(value.toFixed(7));
const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

export function linear(least: number, most: number, step: number, written: Written = {}): Law {
  const steps = Math.round((most - least) / step);
  const scale = {
    steps,
    at: (position: number) => tidy(least + position * (most - least)),
    position: (value: number) => (value - least) / (most - least),
  };
  return ofFloats(scale, `${least} to ${most}${unitOf(written)}, step ${step}`, (value) => decimal(value, written));
}

export function logarithmic(first: number, last: number, steps: number, written: Written = {}): Law {
  const ratio = Math.log(last / first);
  const scale = {
    steps,
    at: (position: number) => tidy(first * Math.exp(ratio * position)),
    position: (value: number) => Math.log(Math.max(value, 1e-9) / first) / ratio,
  };
  const words = `${first} to ${last}${unitOf(written)}, ${steps + 1} steps, logarithmic`;
  return ofFloats(scale, words, (value) => decimal(value, written));
}

/** Levels in dB: four straight lines, and silence at 0. */
export function level(steps: number): Law {
  const scale = {
    steps,
    at: (position: number) => (position <= 0 ? Number.NEGATIVE_INFINITY : tidy(levelAt(position))),
    position: levelPosition,
  };
  const words = `silence, -90 to 10 dB, ${steps + 1} steps in four segments`;
  return ofFloats(scale, words, (value) => (value <= -89.95 ? '-oo' : signed(value.toFixed(1))));
}

function levelAt(position: number): number {
  if (position >= 0.5) return position * 40 - 30;
  if (position >= 0.25) return position * 80 - 50;
  return position >= 0.0625 ? position * 160 - 70 : position * 480 - 90;
}

function levelPosition(db: number): number {
  if (db >= -10) return (db + 30) / 40;
  if (db >= -30) return (db + 50) / 80;
  return db >= -60 ? (db + 70) / 160 : Math.max(0, (db + 90) / 480);
}

/** +5.0 dB, but 0.0 dB, as show files of these desks have it; the published table of levels has +0.0. */
const signed = (digits: string) =>
  Number(digits) > 0 ? `+${digits}` : Number(digits) === 0 ? digits.replace('-', '') : digits;

function ofFloats(scale: Scale, words: string, textOf: (value: number) => string): Law {
  const stepAt = (step: number) => scale.at(within(step, 0, scale.steps) / scale.steps);
  const stepOf = (value: number) => Math.round(within(scale.position(value), 0, 1) * scale.steps);
  return {
    words,
    argument: (value) => float(stepOf(Number(value)) / scale.steps),
    text: (value) => textOf(stepAt(stepOf(Number(value)))),
    read: (argument) => {
      const value = typeof argument === 'string' ? numberIn(argument) : undefined;
      if (value !== undefined) return stepAt(stepOf(value));
      const position = Number(typeof argument === 'string' ? Number.NaN : argument);
      return Number.isNaN(position) ? undefined : stepAt(Math.round(within(position, 0, 1) * scale.steps));
    },
    all: Array.from({ length: scale.steps + 1 }, (_, step) => stepAt(step)),
  };
}

export function enumeration(names: readonly string[], textsAre: 'names' | 'numbers' = 'names'): Law {
  return {
    words: names.length > 16 ? `${names.slice(0, 3).join(', ')} ... ${names.at(-1)}` : names.join(', '),
    argument: (value) => integer(Number(value)),
    text: (value) => (textsAre === 'names' ? (names[Number(value)] ?? '') : String(value)),
    read: (argument) => {
      const named = names.findIndex((name) => name.toLowerCase() === String(argument).trim().toLowerCase());
      if (typeof argument === 'string' && textsAre === 'names' && named >= 0) return named;
      const number = wholeOf(argument);
      return number !== undefined && number >= 0 && number < names.length ? number : undefined;
    },
    all: names.map((_, n) => n),
  };
}

export function whole(least: number, most: number): Law {
  return {
    words: `${least} to ${most}`,
    argument: (value) => integer(Number(value)),
    text: (value) => String(value),
    read: (argument) => {
      const number = wholeOf(argument);
      return number !== undefined && number >= least && number <= most ? number : undefined;
    },
    all: Array.from({ length: Math.min(most - least, 127) + 1 }, (_, n) => least + n),
  };
}

/** `%00000001` has member 1. */
export function bitmap(size: number): Law {
  const most = 2 ** size - 1;
  return {
    size,
    words: `${size} members, as bits`,
    // A desk may have more members than the law.
    argument: (value) => integer(Number(value) & most),
    text: (value) => `%${(Number(value) & most).toString(2).padStart(size, '0')}`,
    read: (argument) => {
      const bits = typeof argument === 'string' && /^%[01]{1,32}$/.test(argument) ? argument.slice(1) : undefined;
      const number = bits === undefined ? wholeOf(argument) : Number.parseInt(bits, 2);
      return number !== undefined && number >= 0 && number <= most ? number : undefined;
    },
    all: [0, ...Array.from({ length: size }, (_, n) => 2 ** n), most],
  };
}

export function words(longest: number): Law {
  return {
    words: `a text of at most ${longest} characters`,
    argument: (value) => text(cut(value, longest)),
    text: (value) => `"${cut(value, longest).replaceAll('"', "'")}"`,
    read: (argument) => (typeof argument === 'string' ? cut(unquoted(argument), longest) : undefined),
    all: ['', 'Vox', 'a b'],
  };
}

const cut = (value: Value, longest: number) => [...String(value).replace(/[\0\n\r]/g, ' ')].slice(0, longest).join('');
const unquoted = (value: string) => /^"(.*)"$/.exec(value)?.[1] ?? value;
const unitOf = ({ unit }: Written) => (unit === undefined ? '' : ` ${unit}`);

function wholeOf(argument: OscValue): number | undefined {
  const number = typeof argument === 'string' && argument.trim() === '' ? Number.NaN : Number(argument);
  return Number.isFinite(number) ? Math.round(number) : undefined;
}

/** `-oo`, `-10.0`, `+3`, `1k02`, `4k53`. */
function numberIn(written: string): number | undefined {
  const plain = written.trim().replace(/^"(.*)"$/, '$1');
  if (/^-(oo|inf(inity)?)$/i.test(plain)) return Number.NEGATIVE_INFINITY;
  const kilo = /^([+-]?\d+)k(\d*)$/i.exec(plain);
  const number = kilo === null ? Number(plain) : Number(`${kilo[1]}.${kilo[2] || '0'}`) * 1000;
  return plain === '' || Number.isNaN(number) ? undefined : number;
}

/** The fraction is cut, not rounded, where there are too many figures; so does the desk. */
function decimal(value: number, { decimals = 0, hasPlus, figures, hasKilo }: Written): string {
  if (hasKilo && value >= 1000) {
    const hertz = decimals > 0 ? Math.round(value * 10) / 10 : Math.round(value);
    const rest = String(Math.floor(hertz % 1000)).padStart(3, '0');
    return `${Math.floor(hertz / 1000)}k${rest.slice(0, decimals + 1)}`;
  }
  let digits = value.toFixed(decimals);
  const over = figures === undefined ? 0 : String(Math.floor(Math.abs(value))).length + decimals - figures;
  if (over > 0) digits = digits.slice(0, -(over >= decimals ? decimals + 1 : over));
  if (Number(digits) === 0) digits = digits.replace('-', '');
  return hasPlus && value >= 0 ? `+${digits}` : digits;
}
