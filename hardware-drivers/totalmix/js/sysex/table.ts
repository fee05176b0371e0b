// The register tables of devices: data, one JSON file per model in devices/. A file is all that a new model of the same kind
// of registers needs; it says where each fact stands, and what no hardware has confirmed.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A register in hexadecimal: `0x3E04`. */
export type Hex = string;

export interface ChannelEntry {
  readonly label: string;
  readonly connector: string;
  /** The least and the highest gain, dB; absent without a preamp. */
  readonly gainDb?: readonly [number, number];
  /** Switches that not every channel has. */
  readonly has?: readonly ('phantom' | 'autoset' | 'hiZ')[];
  /** In the order of their numbers. */
  readonly referenceLevels?: readonly string[];
}

export interface ChannelsEntry {
  readonly base: Hex;
  readonly stride: Hex;
  /** Offsets by field; a field that is absent here is in no channel. */
  readonly registers: Readonly<Partial<Record<string, Hex>>>;
  /** The name of the first channel: six registers of two characters each, eight registers from name to name. */
  readonly names?: Hex;
  readonly channels: readonly ChannelEntry[];
}

export interface DeviceTable {
  /** The token of its stagebox model. */
  readonly model: string;
  /** As the maker writes it. */
  readonly name: string;
  /** `vendor:product` in class-compliant mode. */
  readonly usb: readonly string[];
  /** Which port of its MIDI takes SysEx, from 0. */
  readonly midiPort: number;
  /** A write of `value` begins a dump of all readable registers, whose last is `ends`. */
  readonly dump: { readonly register: Hex; readonly value: Hex; readonly ends: Hex };
  /** A register that the host writes all the time, counting through `values`. */
  readonly tick?: { readonly register: Hex; readonly values: number; readonly everyMs: number };
  /** A register with the version of the firmware in its bits from `shift` on. */
  readonly firmware?: { readonly register: Hex; readonly shift: number };
  readonly inputs: ChannelsEntry;
  readonly outputs: ChannelsEntry;
  /** The host sets the loopback of outputs by a message of its own; absent: it does not. */
  readonly loopback?: true;
  /** Level and pan of an input in an output, as the device keeps them; and the gains that sound, written alone. */
  readonly mix?: {
    readonly labels: Hex;
    readonly levels: Hex;
    readonly stride: Hex;
    readonly playbacksFrom: Hex;
    readonly playbacks: number;
  };
  readonly clock: {
    readonly source: Hex;
    readonly sources: readonly string[];
    readonly sampleRate: Hex;
    readonly ratesHz: readonly number[];
  };
  readonly sources: readonly { readonly fact: string; readonly source: string }[];
  /** What is taken to be so, and not confirmed by hardware. */
  readonly unchecked: readonly string[];
}

const folder = fileURLToPath(new URL('../../devices/', import.meta.url));

/** All tables, by model. */
export function readTables(): ReadonlyMap<string, DeviceTable> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const tables = files.map((name) => JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as DeviceTable);
  return new Map(tables.map((table) => [table.model, table]));
}
