// Inserts of strips, and effects of fxSends: whether they have a plugin, and what is heard of it. What the plugin does is the
// plugin host's; the two share the sound (insert_slot.h).
import type { Reading, Value } from 'rowdesk/driver';
import type { FieldGroup } from './field-groups.ts';
import type { Address } from './native.ts';
import type { InsertState, NativeInserts } from './native-inserts.ts';

/** The row of an insert: its strip, and its number. */
export const insertRow = /^(\/channel\/(?:input|fxReturn|aux|mix|matrix|main)\/\d+)\/chain\/processors\/insert([12])$/;
/** The row below it with the offset of its plugin's latency. */
const latencyEnd = '/latency';
const effectRow = /^(\/channel\/fxSend\/\d+)\/chain\/processors\/effect$/;

interface Choice {
  readonly plugin: string;
  readonly enabled: boolean;
  readonly offsetFrames: number;
}
const nothing: Choice = { plugin: '', enabled: false, offsetFrames: 0 };
/** That an offset may have, either way. */
const mostOffsetFrames = 8192;

interface Place {
  readonly strip: number;
  readonly place: number;
  /** What it has chosen and whether it is on are parameters of the audio thread. */
  readonly isEffect: boolean;
  desired: Choice;
  /** As the audio thread has it, once it has the change of this number. */
  heard: Choice;
  number: number;
  state?: InsertState;
  readings: readonly Reading[];
}

export class Inserts implements FieldGroup {
  readonly #native: NativeInserts;
  readonly #strips: ReadonlyMap<string, number>;
  /** By the row of the insert; those that were ever named, and the effects that ever had a plugin. */
  readonly #places = new Map<string, Place>();

  constructor(native: NativeInserts, strips: readonly string[]) {
    this.#native = native;
    this.#strips = new Map(strips.map((path, strip) => [path, strip]));
  }

  takes({ path, field }: Value): boolean {
    const isOwn = path.endsWith(latencyEnd) ? field === 'offsetFrames' : field === 'plugin' || field === 'enabled';
    const strip = isOwn ? insertRow.exec(placeOf(path))?.[1] : undefined;
    return strip !== undefined && this.#strips.has(strip);
  }

  /** A place takes all its values or none: where there is no memory for a plugin, it stays as it is. */
  apply(values: readonly Value[]): readonly Reading[] {
    return [...new Set(values.map(({ path }) => placeOf(path)))].flatMap((path) => {
      const own = values.filter((value) => placeOf(value.path) === path);
      const changed = Object.fromEntries(own.map(({ field, value }) => [field, value]));
      const reason = own.map(faultOf).find((fault) => fault !== '') ?? this.#set(path, changed);
      return reason === '' ? [] : own.map((value) => refusal(value, reason));
    });
  }

  /**
   * A plugin that is the choice of an effect has a slot beside its number. Returns the numbers, or the reason why all stays as it
   * is; what else `numbersFor` gives, as it is.
   */
  follow({ type, path, choices }: Address, numbers: readonly number[] | string): readonly number[] | string {
    if (type !== 'plugin' || typeof numbers === 'string') return numbers;
    const chosen = numbers[0] ?? 0;
    const hasPlugin = chosen >= choices.length;
    if (!hasPlugin && !this.#places.has(path)) return numbers;
    const reason = this.#set(path, { plugin: hasPlugin ? String(chosen) : '', enabled: true });
    return reason === '' ? numbers : reason;
  }

  get readings(): Iterable<Reading> {
    const applied = this.#native.appliedInserts();
    return [...this.#places].flatMap(([path, place]) => this.#read(path, place, applied));
  }

  /** Returns '', or the reason why all stays as it is. */
  #set(path: string, changed: Partial<Choice>): string {
    const place = this.#placeAt(path);
    const desired: Choice = { ...place.desired, ...changed };
    try {
      if (changed.plugin !== undefined || changed.enabled !== undefined) {
        place.number = this.#native.setInsert(place.strip, place.place, desired.plugin !== '', desired.enabled);
      }
      if (changed.offsetFrames !== undefined) {
        place.number = this.#native.setInsertOffset(place.strip, place.place, desired.offsetFrames);
      }
      place.desired = desired;
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #placeAt(path: string): Place {
    const effect = effectRow.exec(path);
    const [, strip = '', number = '1'] = effect ?? insertRow.exec(path) ?? [];
    const place = this.#places.get(path) ?? {
      ...{ strip: this.#strips.get(strip) ?? -1, place: Number(number) - 1, isEffect: effect !== null },
      ...{ desired: nothing, heard: nothing, number: 0, readings: [] },
    };
    this.#places.set(path, place);
    return place;
  }

  #read(path: string, place: Place, applied: number): readonly Reading[] {
    const heard = applied >= place.number ? place.desired : place.heard;
    const state = this.#native.insertState(place.strip, place.place);
    if (place.readings.length > 0 && heard === place.heard && isSame(state, place.state)) return place.readings;
    Object.assign(place, { heard, state });
    const { fault, heard: sound, lateBlocks, delayFrames, isUnanswered } = state;
    place.readings = [
      ...(place.isEffect
        ? [{ path, field: 'fault', value: fault, state: 'applied' } as const]
        : [...chosen(path, heard, fault), ...latency(path + latencyEnd, heard, state)]),
      // An effect is wet only: without the plugin there is nothing.
      { path, field: 'heard', value: place.isEffect && sound === 'dry' ? 'silence' : sound, state: 'applied' },
      { path, field: 'lateBlocks', value: lateBlocks, state: 'applied' },
      { path, field: 'delayFrames', value: delayFrames, state: 'applied' },
      ...(place.isEffect ? [] : [{ path, field: 'unanswered', value: isUnanswered, state: 'applied' } as const]),
    ];
    return place.readings;
  }
}

function chosen(path: string, { plugin, enabled }: Choice, fault: string): readonly Reading[] {
  return [
    fault === ''
      ? { path, field: 'plugin', value: plugin, state: 'applied' }
      : { path, field: 'plugin', value: '', state: 'refused', reason: fault },
    { path, field: 'enabled', value: enabled, state: 'applied' },
  ];
}

const latency = (path: string, { offsetFrames }: Choice, { latencyFrames }: InsertState): readonly Reading[] => [
  { path, field: 'offsetFrames', value: offsetFrames, state: 'applied' },
  { path, field: 'frames', value: latencyFrames, state: 'applied' },
];

function isSame(state: InsertState, before: InsertState | undefined): boolean {
  return (
    before !== undefined &&
    state.heard === before.heard &&
    state.lateBlocks === before.lateBlocks &&
    state.delayFrames === before.delayFrames &&
    state.latencyFrames === before.latencyFrames &&
    state.isUnanswered === before.isUnanswered &&
    state.fault === before.fault
  );
}

/** Why the value is not valid, '' where it is. */
function faultOf({ field, value }: Value): string {
  if (field === 'enabled') return typeof value === 'boolean' ? '' : 'enabled must be true or false';
  if (field === 'offsetFrames') {
    const isFrames = Number.isInteger(value) && Math.abs(value as number) <= mostOffsetFrames;
    return isFrames ? '' : `offsetFrames must be a whole number from -${mostOffsetFrames} to ${mostOffsetFrames}`;
  }
  return typeof value === 'string' ? '' : 'plugin must be the URI of a plugin, or empty';
}

const placeOf = (path: string): string => (path.endsWith(latencyEnd) ? path.slice(0, -latencyEnd.length) : path);

const refusal = ({ path, field, value }: Value, reason: string): Reading => {
  return { path, field, value, state: 'refused', reason };
};
