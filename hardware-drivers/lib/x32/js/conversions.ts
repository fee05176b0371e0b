// Between the value of a field of the desk and that of an address, where they are not the same number or text.
import type { Value } from './laws.ts';
import { airKeyStrips, keyStrips, oscillatorStrips, pathOf, refOf, type StripRef, talkStrips } from './strip-refs.ts';
import { bandTypes, colours, ratios } from './table/law-names.ts';

/** What a conversion knows beside the value. */
export interface Around {
  /** Ids of the sockets of all boxes, in their order: source and head amplifier 1, 2 ... */
  readonly sockets: readonly string[];
  /** Ids of the scenes, in their order. */
  readonly scenes: readonly string[];
  /** The address that this model gives to a strip's row; undefined where none does. */
  addressOf(path: string): string | undefined;
  /** The row of a strip by its address, `/bus/01`; undefined where it stands for none. */
  rowOf(address: string): string | undefined;
}

export interface Writing extends Around {
  /** The value of the field now. */
  readonly now: unknown;
  /** How many members the law of the address has. */
  readonly size: number;
}

/** A value for the field, or a task to run. */
export type Written = { readonly value: unknown } | { readonly run: string };

export interface Conversion {
  /** Undefined where the address has no such value: its default is read then. */
  read(value: unknown, around: Around): Value | undefined;
  /** Undefined for what the desk can't do: nothing is written, and the true value is shown. */
  write(value: Value, writing: Writing): Written | undefined;
  /** The field is written only, and is not watched. */
  readonly isAction?: true;
  /** It reads the lists of sockets or scenes. */
  readonly needsLists?: true;
}

const value = (of: unknown): Written => ({ value: of });

/** A number as it is, a switch as 1 and 0, a text. */
export const plain: Conversion = {
  read: (of) =>
    typeof of === 'boolean' ? Number(of) : typeof of === 'number' || typeof of === 'string' ? of : undefined,
  write: (of, { now }) => value(typeof now === 'boolean' ? of === 1 : of),
};

/** Values of the desk in the order of the law; what is read first wins. */
const choice = (options: readonly unknown[]): Conversion => ({
  read: (of) => (options.includes(of) ? options.indexOf(of) : undefined),
  write: (of) => (options[Number(of)] === undefined ? undefined : value(options[Number(of)])),
});

const onlyRead = (read: Conversion['read']): Conversion => ({ read, write: () => undefined });

const silenceDb = -144;
const deskColours = ['off', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const nearestColours: Readonly<Record<string, string>> = { orange: 'yellow', purple: 'magenta' };

/** Red, green and blue light, each lit or not, are the bits of the eight colours. */
function colourOf(of: unknown): number {
  const name = String(of);
  if (!name.startsWith('#')) return Math.max(0, deskColours.indexOf(nearestColours[name] ?? name));
  const lit = [1, 3, 5].map((at) => Number.parseInt(name.slice(at, at + 2), 16) > 127);
  return lit.reduce((sum, isLit, n) => (isLit ? sum + 2 ** n : sum), 0);
}

/** Bits for members, as far as the law has them; members beyond are left as they are. */
const members: Conversion = {
  read: (of) => (of as readonly number[]).reduce((sum, member) => (member <= 8 ? sum + 2 ** (member - 1) : sum), 0),
  write: (of, { now, size }) => {
    const beyond = (now as readonly number[]).filter((member) => member > size);
    const within = Array.from({ length: size }, (_, n) => n + 1).filter((member) => (Number(of) >> (member - 1)) & 1);
    return value([...within, ...beyond]);
  },
};

const taps = ['Post-Trim', 'Pre-EQ', 'Post-EQ', 'Pre-Fader', 'Post-Fader'];
/** A subgroup, the last of the law, is none here. */
const tap: Conversion = {
  read: (of) => Math.max(0, taps.indexOf(String(of))),
  write: (of) => (taps[Number(of)] === undefined ? undefined : value(taps[Number(of)])),
};

const recording = (running: number): Conversion => ({
  read: (of) => (of === 'recording' || of === 'stopping' ? running : 0),
  write: (of) => (of === running ? { run: '/record/start' } : of === 0 ? { run: '/record/stop' } : undefined),
});

/** Nothing, or a strip by its place among these. */
const keySource = (strips: readonly string[]): Conversion => ({
  read: (of, { addressOf }) => {
    const at = of === null ? 0 : strips.indexOf(addressOf(pathOf(of as StripRef)) ?? '-');
    return at === -1 ? undefined : at;
  },
  write: (of, { rowOf }) => {
    if (of === 0) return value(null);
    const ref = refOf(rowOf(strips[Number(of)] ?? ''));
    return ref === undefined ? undefined : value(ref);
  },
});

export const conversions = {
  not: { read: (of) => Number(of !== true), write: (of) => value(of !== 1) },
  level: {
    read: (of) => (Number(of) <= -90 ? Number.NEGATIVE_INFINITY : Number(of)),
    write: (of) => value(Number.isFinite(of) ? of : silenceDb),
  },
  colour: { read: colourOf, write: (of) => value(deskColours[Number(of) % colours.length]) },
  bandType: {
    read: (of) => {
      const at = ['lowCut', 'lowShelf', 'peak', '', 'highShelf', 'highCut'].indexOf(String(of));
      return at === -1 ? bandTypes.indexOf('PEQ') : at;
    },
    write: (of) => {
      const type = ['lowCut', 'lowShelf', 'peak', 'peak', 'highShelf', 'highCut'][Number(of)];
      return type === undefined ? undefined : value(type);
    },
  },
  slope: choice(['12', '18', '24']),
  detector: choice(['peak', 'rms']),
  cueMode: choice(['PFL', 'AFL']),
  oscillatorType: choice(['sine', 'pink', 'white']),
  effect: {
    read: (of) => ({ 'builtin:reverb': 0, 'builtin:delay': 10 })[String(of)],
    write: (of) => (of === 0 ? value('builtin:reverb') : of === 10 ? value('builtin:delay') : undefined),
  },
  ratio: {
    read: (of) => nearest(ratios, Number(of)),
    write: (of) => value(ratios[Number(of)]),
  },
  keyFilter: {
    read: (of) => ({ lowCut: 1, highCut: 3, bandPass: 6 })[String(of)],
    write: (of) => value(Number(of) < 2 ? 'lowCut' : Number(of) < 4 ? 'highCut' : 'bandPass'),
  },
  tapOfPair: tap,
  airTap: tap,
  members,
  isDelayed: {
    read: (of) => Number(Number(of) > 0),
    write: (of, { now }) => value(of === 1 ? Math.max(0.3, Number(now)) : 0),
  },
  isDimmed: {
    read: (of) => Number(Number(of) < 0),
    write: (of, { now }) => value(of === 1 ? Math.min(-20, Number(now)) : 0),
  },
  latch: {
    read: (of) => Number(of === 'latch'),
    write: (of) => value(of === 1 ? 'latch' : 'auto'),
  },
  talkTargets: {
    read: (of, { addressOf }) =>
      talkStrips.reduce((sum, strip, n) => {
        const isIn = (of as readonly StripRef[]).some((ref) => addressOf(pathOf(ref)) === strip);
        return isIn ? sum + 2 ** n : sum;
      }, 0),
    write: (of, { rowOf, addressOf, now }) => {
      const chosen = talkStrips.filter((_, n) => (Number(of) >> n) & 1);
      const refs = chosen.map((strip) => refOf(rowOf(strip)));
      const others = (now as readonly StripRef[]).filter((ref) => !talkStrips.includes(addressOf(pathOf(ref)) ?? ''));
      return refs.includes(undefined) ? undefined : value([...refs, ...others]);
    },
  },
  oscillatorTarget: {
    read: (of, { addressOf }) => {
      const [first] = of as readonly StripRef[];
      const at = first === undefined ? -1 : oscillatorStrips.lastIndexOf(addressOf(pathOf(first)) ?? '-', 18);
      return at >= 0
        ? at
        : first === undefined
          ? 0
          : Math.max(0, oscillatorStrips.indexOf(addressOf(pathOf(first)) ?? '-'));
    },
    write: (of, { rowOf }) => {
      const ref = refOf(rowOf(oscillatorStrips[Number(of)] ?? ''));
      return ref === undefined ? undefined : value([ref]);
    },
  },
  keySource: keySource(keyStrips),
  airKeySource: keySource(airKeyStrips),
  source: {
    needsLists: true,
    read: (of, { sockets }) => {
      const at = sockets.indexOf(String(of)) + 1;
      return at > 32 ? 0 : at;
    },
    write: (of, { sockets }) => {
      if (of === 0) return value('');
      const id = Number(of) <= 32 ? sockets[Number(of) - 1] : undefined;
      return id === undefined ? undefined : value(id);
    },
  },
  headIndex: { ...onlyRead((of, { sockets }) => sockets.indexOf(String(of))), needsLists: true },
  scene: {
    needsLists: true,
    read: (of, { scenes }) => scenes.indexOf(String(of)),
    write: (of, { scenes }) => {
      const id = scenes[Number(of)];
      return id === undefined ? undefined : { run: `/scenes/${id}/recall` };
    },
  },
  /** A snapshot is counted from 1. */
  snapshot: {
    needsLists: true,
    read: (of, { scenes }) => scenes.indexOf(String(of)) + 1,
    write: (of, { scenes }) => {
      const id = scenes[Number(of) - 1];
      return id === undefined ? undefined : { run: `/scenes/${id}/recall` };
    },
  },
  /** A field that others write. */
  shown: onlyRead((of) => String(of)),
  sceneIndex: { ...onlyRead((of, { scenes }) => scenes.indexOf(String(of))), needsLists: true },
  isAny: onlyRead((of) => Number(Array.isArray(of) || typeof of === 'string' ? of.length > 0 : false)),
  beat: {
    read: (of) => 60_000 / Number(of),
    write: (of) => value(60_000 / Number(of)),
  },
  tapeState: recording(4),
  cardState: recording(3),
  seconds: onlyRead((of) => Math.max(0, Math.floor(Number(of)))),
  milliseconds: onlyRead((of) => Math.min(2 ** 31 - 1, Math.max(0, Math.floor(Number(of) * 1000)))),
  task: {
    read: () => 0,
    write: (of) => (of === 0 ? undefined : { run: '' }),
    isAction: true,
  },
} as const satisfies Readonly<Record<string, Conversion>>;

export type ConversionName = keyof typeof conversions;

function nearest(options: readonly number[], wanted: number): number {
  const distances = options.map((option) => Math.abs(Math.log(option / wanted)));
  return distances.indexOf(Math.min(...distances));
}
