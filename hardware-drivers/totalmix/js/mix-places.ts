// A place of the mix as the desk has it: level, pan and a mute. The device has no mute there: a muted place is off, and what its
// level would be is the desk's to remember.
import type { Key, KeyValue } from './hardware.ts';

const offDb = -144;

/** What the desk wants of a place; undefined or null for what the desk never set. */
export interface WantedPlace {
  readonly muted: unknown;
  readonly levelDb: unknown;
}

export interface ShownValue {
  readonly value: unknown;
  readonly state: 'applied' | 'unverified';
}

/** `mix/1/3` of one of its keys; undefined for another key. */
export function placeOf(key: Key): string | undefined {
  return /^(mix\/\d+\/\d+)\/(levelDb|muted)$/.exec(key)?.[1];
}

/** The level at the device; undefined where nothing says which. `before`: the level that it had before it was muted. */
export function levelOf({ muted, levelDb }: WantedPlace, before: KeyValue | undefined): number | undefined {
  if (muted === true) return offDb;
  if (typeof levelDb === 'number') return levelDb;
  return muted === false && typeof before === 'number' ? before : undefined;
}

/** Level and mute as the desk's rows show them. `reported`: the level at the device, undefined where none says it. */
export function shownPlace(
  wanted: WantedPlace,
  reported: KeyValue | undefined,
): { readonly levelDb: ShownValue; readonly muted: ShownValue } {
  const wish = typeof wanted.levelDb === 'number' ? wanted.levelDb : null;
  if (reported === undefined) {
    const muted = { value: wanted.muted ?? null, state: 'unverified' } as const;
    return { levelDb: { value: wish, state: 'unverified' }, muted };
  }
  if (wanted.muted === true && reported === offDb) {
    const levelDb =
      wish === null ? ({ value: offDb, state: 'applied' } as const) : ({ value: wish, state: 'unverified' } as const);
    return { levelDb, muted: { value: true, state: 'applied' } };
  }
  return { levelDb: { value: reported, state: 'applied' }, muted: { value: false, state: 'applied' } };
}
