// The registers of a device by its table: which key each one is, and how it has the value.
import type { Key, KeyValue, Parameter, Socket } from '../hardware.ts';
import { type Codec, flag, gain, level, measured, mixLevel, mixPan, option, pan } from './codec.ts';
import type { ChannelEntry, ChannelsEntry, DeviceTable } from './table.ts';
import type { RegisterValue } from './words.ts';

/** A register, or one of the two values that a place of the mix has in its register: then bit 15 is set for the pan. */
export type Part = number;

const panBit = 0x8000;
/** These belong to a pair of channels: the odd one has them. */
const ofPairs: readonly string[] = ['stereo', 'msProcessing'];
/** Six registers of two characters, the last of them 0; eight registers from name to name. */
const longestName = 11;
const nameRegisters = 6;
const fromNameToName = 8;
const switches = ['phantom', 'autoset', 'hiZ'] as const;

interface Entry {
  readonly key: Key;
  readonly part: Part;
  readonly codec: Codec;
}

export interface Decoded {
  readonly part: Part;
  readonly key: Key;
  /** Undefined: the table does not know this value. */
  readonly value: KeyValue | undefined;
}

/** Of a device whose table has no mix: of no output. */
interface MixRegisters {
  readonly outputs: number;
  readonly labels: number;
  readonly levels: number;
  readonly stride: number;
  readonly playbacksFrom: number;
}

export class Registers {
  readonly parameters = new Map<Key, Parameter>();
  readonly inputs: readonly Socket[];
  readonly outputs: readonly Socket[];
  readonly playbacks: number;
  /** All that a dump should report. */
  readonly readable: ReadonlySet<Part>;
  readonly #table: DeviceTable;
  readonly #byKey = new Map<Key, Entry>();
  readonly #byPart = new Map<Part, Entry>();
  readonly #mix: MixRegisters;

  constructor(table: DeviceTable) {
    this.#table = table;
    const { mix, clock } = table;
    this.inputs = table.inputs.channels.map(socketOf);
    this.outputs = table.outputs.channels.map(socketOf);
    this.playbacks = mix?.playbacks ?? 0;
    this.#mix = mixOf(table);
    this.#addChannels('input', table.inputs);
    this.#addChannels('output', table.outputs);
    for (let out = 1; out <= this.#mix.outputs; out++) {
      for (let source = 1; source <= this.inputs.length + this.playbacks; source++) this.#addPlace(out, source);
    }
    this.#add('clockSource', Number(clock.source), option(clock.sources));
    this.#add('sampleRateHz', Number(clock.sampleRate), measured(clock.ratesHz));
    this.readable = new Set(this.#byPart.keys());
  }

  /** Undefined for a register that is no key. */
  decode({ register, value }: RegisterValue): Decoded | undefined {
    const { labels, outputs, stride } = this.#mix;
    const isPlace = register >= labels && register < labels + outputs * stride;
    const part = isPlace ? register | (value & panBit) : register;
    const entry = this.#byPart.get(part);
    return entry && { part, key: entry.key, value: entry.codec.decode(value) };
  }

  /** The register with that value; undefined for a key without a register that says it. */
  encode(key: Key, value: KeyValue): RegisterValue | undefined {
    const entry = this.#byKey.get(key);
    return entry && { register: entry.part & 0x7fff, value: entry.codec.encode(value) };
  }

  /** The twin of a pair's register: both have the same value. */
  twinOf(key: Key): number | undefined {
    const [side, channel, field = ''] = key.split('/');
    if (!ofPairs.includes(field) || (side !== 'input' && side !== 'output')) return undefined;
    return registerOf(this.#entriesOf(side), Number(channel) + 1, field);
  }

  /** The register of the mixer with the gain of this source in this output. */
  mixerRegister(out: number, source: number): number {
    const at = source <= this.inputs.length ? source - 1 : this.#mix.playbacksFrom + source - 1 - this.inputs.length;
    return this.#mix.levels + (out - 1) * this.#mix.stride + at;
  }

  /** The registers with the name of a channel. */
  nameOf(side: 'input' | 'output', channel: number, name: string): readonly RegisterValue[] {
    const { names } = this.#entriesOf(side);
    if (names === undefined) return [];
    const bytes = Buffer.alloc(nameRegisters * 2);
    bytes.write(name.slice(0, longestName), 'latin1');
    const first = Number(names) + (channel - 1) * fromNameToName;
    return Array.from({ length: nameRegisters }, (_, at) => ({
      register: first + at,
      value: bytes.readUInt16LE(at * 2),
    }));
  }

  /** The channel that has its name in this register, and which of the registers of the name it is; undefined for another one. */
  nameAt(register: number): { readonly key: Key; readonly at: number } | undefined {
    for (const side of ['input', 'output'] as const) {
      const { names, channels } = this.#entriesOf(side);
      const place = register - Number(names);
      const at = place % fromNameToName;
      if (place >= 0 && place < channels.length * fromNameToName && at < nameRegisters) {
        return { key: `${side}/${Math.floor(place / fromNameToName) + 1}/label`, at };
      }
    }
    return undefined;
  }

  #entriesOf(side: 'input' | 'output'): ChannelsEntry {
    return side === 'input' ? this.#table.inputs : this.#table.outputs;
  }

  #addChannels(side: 'input' | 'output', entry: ChannelsEntry): void {
    entry.channels.forEach((channel, at) => {
      for (const [field, codec] of codecsOf(side, at + 1, channel)) {
        const register = registerOf(entry, at + 1, field);
        if (register !== undefined) this.#add(`${side}/${at + 1}/${field}`, register, codec);
      }
      if (entry.names !== undefined)
        this.parameters.set(`${side}/${at + 1}/label`, { isReadable: false, longest: longestName });
      if (side === 'output' && this.#table.loopback)
        this.parameters.set(`output/${at + 1}/loopback`, { isReadable: false });
    });
  }

  #addPlace(out: number, source: number): void {
    const key = `mix/${out}/${source}`;
    if (source > this.inputs.length) {
      this.parameters.set(`${key}/levelDb`, { ...mixLevel.parameter, isReadable: false });
      this.parameters.set(`${key}/pan`, { ...mixPan.parameter, isReadable: false });
      return;
    }
    const label = this.#mix.labels + (out - 1) * this.#mix.stride + source - 1;
    this.#add(`${key}/levelDb`, label, mixLevel);
    this.#add(`${key}/pan`, label | panBit, mixPan);
  }

  #add(key: Key, part: Part, codec: Codec): void {
    const entry = { key, part, codec };
    this.parameters.set(key, codec.parameter);
    this.#byKey.set(key, entry);
    this.#byPart.set(part, entry);
  }
}

function registerOf({ base, stride, registers }: ChannelsEntry, channel: number, field: string): number | undefined {
  const offset = registers[field];
  return offset === undefined ? undefined : Number(base) + (channel - 1) * Number(stride) + Number(offset);
}

function codecsOf(
  side: 'input' | 'output',
  channel: number,
  entry: ChannelEntry,
): readonly (readonly [string, Codec])[] {
  const { gainDb, has = [], referenceLevels } = entry;
  return [
    ...(channel % 2 === 1 ? ofPairs.map((field) => [field, flag] as const) : []),
    ['polarityInverted', flag] as const,
    ...(gainDb ? [['gainDb', gain(gainDb)] as const] : []),
    ...switches.filter((field) => has.includes(field)).map((field) => [field, flag] as const),
    ...(referenceLevels ? [['referenceLevel', option(referenceLevels)] as const] : []),
    ...(side === 'output'
      ? ([
          ['levelDb', level],
          ['pan', pan],
          ['muted', flag],
        ] as const)
      : []),
  ];
}

function socketOf({ label, connector }: ChannelEntry): Socket {
  return { label, connector };
}

function mixOf({ mix, outputs }: DeviceTable): MixRegisters {
  if (mix === undefined) return { outputs: 0, labels: 0, levels: 0, stride: 0, playbacksFrom: 0 };
  const { labels, levels, stride, playbacksFrom } = mix;
  const registers = { labels: Number(labels), levels: Number(levels), stride: Number(stride) };
  return { ...registers, playbacksFrom: Number(playbacksFrom), outputs: outputs.channels.length };
}
