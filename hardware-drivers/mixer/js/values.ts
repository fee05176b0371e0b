// Values of the desk as the numbers of the mixer's slots, and back.
import type { Address } from './native.ts';
import { outputsFor, outputsOf, sinkId, sinkNumber } from './outputs.ts';
import type { PluginNumbers } from './plugin-numbers.ts';
import type { Ports } from './ports.ts';
import type { StripRefs } from './strip-refs.ts';

/** What numbers stand for. */
export interface Names {
  readonly sources: Ports;
  readonly sinks: Ports;
  readonly strips: StripRefs;
  readonly plugins: PluginNumbers;
}

const panicScopes = [null, 'mains', 'all'];
/** Of a mask of strips; a double holds 53 bits. */
const stripsPerSlot = 48;
/** Of a list of indices: the most DCAs, or mute groups, that a layout has. */
const mostIndices = 52;

/** The numbers for an address's slots, or the reason in words why there are none. */
export function numbersFor(address: Address, value: unknown, names: Names): readonly number[] | string {
  const { field } = address;
  switch (address.type) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return `${field} must be a number`;
      if (value >= address.minimum && value <= address.maximum) return [value];
      return `${field} must be from ${address.minimum} to ${address.maximum}`;
    case 'boolean':
      return typeof value === 'boolean' ? [Number(value)] : `${field} must be true or false`;
    case 'source':
      return typeof value === 'string' ? [names.sources.numberOf(value)] : `${field} must be the id of a source`;
    case 'panicScope': {
      const scope = panicScopes.indexOf(value as string | null);
      return scope >= 0 ? [scope] : `${field} must be null, mains or all`;
    }
    case 'choice': {
      const place = address.choices.indexOf(value as string);
      return place >= 0 ? [place] : `${field} must be one of ${address.choices.join(', ')}`;
    }
    case 'indices':
      return indicesFor(address, value);
    case 'strip': {
      const number = value === null ? 0 : names.strips.numberOf(value, address.kinds);
      return number === undefined ? `${field} must be null or ${names.strips.words(address.kinds)}` : [number];
    }
    case 'strips':
      return stripsFor(address, value, names);
    case 'ports':
      return portsFor(address, value, names);
    case 'outputs':
      return outputsFor(address, value, names);
    case 'plugin': {
      const number = names.plugins.numberOf(value, address.choices);
      return number === undefined ? `${field} must be ${address.choices.join(', ')} or the URI of a plugin` : [number];
    }
  }
}

/** What the numbers of an address's slots mean to the desk. Lists of strips and of indices come in ascending order. */
export function valueFor(address: Address, numbers: ArrayLike<number>, names: Names): unknown {
  const number = numbers[0] ?? 0;
  switch (address.type) {
    case 'number':
      return number;
    case 'boolean':
      return number !== 0;
    case 'source':
      return names.sources.idOf(number);
    case 'panicScope':
      return panicScopes[number] ?? null;
    case 'choice':
      return address.choices[number];
    case 'indices':
      return bitsOf(number, mostIndices).map((bit) => bit + 1);
    case 'strip':
      return names.strips.refOf(number);
    case 'strips':
      return Array.from(numbers).flatMap((mask, slot) =>
        bitsOf(mask, stripsPerSlot).map((bit) => names.strips.refOf(slot * stripsPerSlot + bit + 1)),
      );
    case 'ports':
      return Array.from(numbers)
        .filter((port) => port !== 0)
        .map((port) => sinkId(port, names.sinks));
    case 'outputs':
      return outputsOf(numbers, names);
    case 'plugin':
      return names.plugins.nameOf(number, address.choices);
  }
}

function indicesFor({ field }: Address, value: unknown): readonly number[] | string {
  const isIndex = (index: unknown): index is number =>
    Number.isInteger(index) && Number(index) >= 1 && Number(index) <= mostIndices;
  if (!Array.isArray(value) || !value.every(isIndex))
    return `${field} must be a list of indices from 1 to ${mostIndices}`;
  return [sumOfBits(value.map((index) => index - 1))];
}

function stripsFor({ field, kinds, slots }: Address, value: unknown, { strips }: Names): readonly number[] | string {
  const numbers = Array.isArray(value) ? value.map((ref) => strips.numberOf(ref, kinds)) : [undefined];
  const known = numbers.filter((number) => number !== undefined);
  if (known.length < numbers.length) return `${field} must be a list, each of it ${strips.words(kinds)}`;
  return Array.from({ length: slots }, (_, slot) =>
    sumOfBits(known.map((n) => n - 1 - slot * stripsPerSlot).filter((bit) => bit >= 0 && bit < stripsPerSlot)),
  );
}

function portsFor({ field, slots }: Address, value: unknown, { sinks }: Names): readonly number[] | string {
  const isPort = (id: unknown): id is string => typeof id === 'string' && id !== '';
  if (!Array.isArray(value) || !value.every(isPort)) return `${field} must be a list of the ids of ports`;
  if (value.length > slots) return `${field} must have at most ${slots} ports`;
  return Array.from({ length: slots }, (_, slot) => sinkNumber(value[slot] ?? '', sinks));
}

function sumOfBits(bits: readonly number[]): number {
  return [...new Set(bits)].reduce((sum, bit) => sum + 2 ** bit, 0);
}

function bitsOf(mask: number, count: number): number[] {
  const bits: number[] = [];
  for (let bit = 0; bit < count && 2 ** bit <= mask; bit++) if (Math.floor(mask / 2 ** bit) % 2 === 1) bits.push(bit);
  return bits;
}
