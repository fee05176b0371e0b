// The list of what is played where, as the numbers of its slots: strip, leg, sink, level for each; and back.
import type { Address } from './native.ts';
import type { Ports } from './ports.ts';
import type { StripRef, StripRefs } from './strip-refs.ts';

const numbersPerOutput = 4;
const legs = ['left', 'right', 'mono'];
const allKinds = ~0;

export interface Output {
  readonly strip: StripRef;
  readonly leg: 'left' | 'right' | 'mono';
  /** `device:port`; `driving:out-n` is the n-th output of what drives. */
  readonly portId: string;
  /** dB, in the range of the field */
  readonly levelDb: number;
}
interface Names {
  readonly sinks: Ports;
  readonly strips: StripRefs;
}

/** The n of `driving:out-n`, 1 to 9999; undefined for the id of a port. */
function drivingOutput(portId: string): number | undefined {
  const n = /^driving:out-([1-9]\d{0,3})$/.exec(portId)?.[1];
  return n === undefined ? undefined : Number(n);
}

/** The port that an id of the patch stands for, given the outputs of the driving device; '' where that has no such output. */
export function playedAt(portId: string, outputs: readonly string[]): string {
  const n = drivingOutput(portId);
  return n === undefined ? portId : (outputs[n - 1] ?? '');
}

/** The number of a port that takes sound; below 0 for one that is counted among the outputs of what drives. */
export function sinkNumber(portId: string, sinks: Ports): number {
  const n = drivingOutput(portId);
  return n === undefined ? sinks.numberOf(portId) : -n;
}

/** The id that a number stands for. */
export function sinkId(number: number, sinks: Ports): string {
  return number < 0 ? `driving:out-${-number}` : sinks.idOf(number);
}

/** The numbers for the slots, or the reason in words why there are none. */
export function outputsFor(address: Address, value: unknown, names: Names): readonly number[] | string {
  const { field, slots } = address;
  const most = slots / numbersPerOutput;
  if (!Array.isArray(value)) return `${field} must be a list of {strip, leg, portId, levelDb}`;
  if (value.length > most) return `${field} must have at most ${most} outputs`;
  const numbers = Array<number>(slots).fill(0);
  for (const [place, item] of value.entries()) {
    const found = outputFor(item as Partial<Output> | null, address, names);
    if (typeof found === 'string') return `${field} ${place}: ${found}`;
    found.forEach((number, i) => {
      numbers[place * numbersPerOutput + i] = number;
    });
  }
  return numbers;
}

export function outputsOf(numbers: ArrayLike<number>, { sinks, strips }: Names): readonly Output[] {
  const outputs: Output[] = [];
  for (let at = 0; at + numbersPerOutput <= numbers.length; at += numbersPerOutput) {
    const [strip = 0, leg = 0, sink = 0, levelDb = 0] = Array.from(
      { length: numbersPerOutput },
      (_, i) => numbers[at + i],
    );
    const ref = strips.refOf(strip);
    if (ref === null) continue;
    outputs.push({ strip: ref, leg: legs[leg] as Output['leg'], portId: sinkId(sink, sinks), levelDb });
  }
  return outputs;
}

function outputFor(
  item: Partial<Output> | null,
  { minimum, maximum }: Address,
  { sinks, strips }: Names,
): readonly number[] | string {
  const { strip, leg, portId, levelDb = 0 } = item ?? {};
  const number = strips.numberOf(strip, allKinds);
  if (number === undefined) return `strip must be ${strips.words(allKinds)}`;
  const place = legs.indexOf(leg as string);
  if (place < 0) return `leg must be one of ${legs.join(', ')}`;
  if (typeof portId !== 'string' || portId === '') return 'portId must be the id of a port';
  if (typeof levelDb !== 'number' || !(levelDb >= minimum && levelDb <= maximum)) {
    return `levelDb must be from ${minimum} to ${maximum}`;
  }
  return [number, place, sinkNumber(portId, sinks), levelDb];
}
