// Values that desk and device share: where each is at the desk, in which register of the published table, and by which scale.
import * as fc from 'fast-check';
import { at, clockSource, input, label, output, outputAt, type Registers } from './simulator.ts';

export interface SharedValue {
  readonly path: string;
  readonly field: string;
  readonly register: number;
  readonly pan?: boolean;
  /** One that both can have, as the desk has it. */
  readonly values: fc.Arbitrary<number | boolean | string>;
  toRegister(value: unknown): number;
}

const root = '/vendorA/totalmix';
const tenths = (lowest: number, highest: number) =>
  fc.integer({ min: lowest * 10, max: highest * 10 }).map((value) => value / 10);
const toTenths = (value: unknown) => (value === -144 ? -650 : Math.round((value as number) * 10));
const levels = fc.oneof(fc.constant(-144), tenths(-64.9, 6));
const pans = fc.integer({ min: -100, max: 100 });
const flags = { values: fc.boolean(), toRegister: (value: unknown) => Number(value) };

/** By doc/protocol.md of oscmix. */
const clockSources = ['Internal', 'Word Clock', 'SPDIF', 'AES', 'Optical'];

/** Gain, phantom and switches of inputs, faders of outputs, places of the mix, and the clock. */
export function sharedValues(): readonly SharedValue[] {
  const count = (to: number) => Array.from({ length: to }, (_, n) => n + 1);
  return [
    ...count(4).map((n) => gainOf(n)),
    ...[1, 2].map((n) => phantomOf(n)),
    ...count(8).map((n) => flagOf(`${root}/inputs/${n}`, 'polarityInverted', input(n, at.polarity))),
    ...[3, 4].map((n) => flagOf(`${root}/inputs/${n}`, 'hiZ', input(n, at.hiZ))),
    ...count(20).flatMap((n) => [
      levelOf(`${root}/outputs/${n}`, output(n, outputAt.volume)),
      panOf(`${root}/outputs/${n}`, output(n, outputAt.pan)),
      flagOf(`${root}/outputs/${n}`, 'muted', output(n, outputAt.mute)),
      flagOf(`${root}/outputs/${n}`, 'polarityInverted', output(n, outputAt.polarity)),
    ]),
    ...count(8).flatMap((out) =>
      count(12).flatMap((n) => {
        const path = `${root}/mix/${out}/${n}`;
        return [levelOf(path, label(out, n)), { ...panOf(path, label(out, n)), pan: true }];
      }),
    ),
    clock,
  ];
}

export function gainOf(n: number): SharedValue {
  const values = tenths(0, n <= 2 ? 75 : 24);
  return { path: inputPath(n), field: 'gainDb', register: input(n, at.gain), values, toRegister: toTenths };
}

export function phantomOf(n: number): SharedValue {
  return flagOf(inputPath(n), 'phantom', input(n, at.phantom));
}

/** As a register has it: signed. */
export function inRegister({ register, pan }: SharedValue, { values, mix }: Registers): number | undefined {
  if (register in values) {
    const value = values[register] as number;
    return value >= 0x8000 ? value - 0x10000 : value;
  }
  const place = mix[`${((register >> 6) & 0x3f) + 1}/${(register & 0x3f) + 1}`];
  return pan ? (place?.pan ?? 0) : (place?.level ?? -650);
}

const inputPath = (n: number) => `/stagebox/ucx2/inputs/${n}`;

function flagOf(path: string, field: string, register: number): SharedValue {
  return { path, field, register, ...flags };
}

function levelOf(path: string, register: number): SharedValue {
  return { path, field: 'levelDb', register, values: levels, toRegister: toTenths };
}

function panOf(path: string, register: number): SharedValue {
  return { path, field: 'pan', register, values: pans, toRegister: Number };
}

const clock: SharedValue = {
  path: root,
  field: 'clockSource',
  register: clockSource,
  values: fc.constantFrom(...clockSources),
  toRegister: (value) => clockSources.indexOf(value as string),
};
