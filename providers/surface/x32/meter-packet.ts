// A message with the blob of a meter: encoded once, then new levels are written into the same bytes, and only where they change.
import { padded } from '../../../hardware-drivers/lib/osc/js/reader.ts';
import type { MeterTable, MeterTap } from '../../../hardware-drivers/lib/x32/js/table/meter-parts.ts';
import { type Levels, levelAt, type MeteredStrip } from './levels.ts';
import { meterBlob, putValue, silenceDb, valueBytes } from './meter-blob.ts';
import { namedMessage } from './named-message.ts';

/** A level of a strip, or a value in dB that does not change. */
export type MeterValue = readonly [strip: MeteredStrip, tap: MeterTap] | number;

export const openDb = 0;

export class MeterPacket {
  readonly #levels: Levels;
  readonly #unit: MeterTable['unit'];
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #changing: readonly { readonly at: number; readonly strip: MeteredStrip; readonly tap: MeterTap }[];
  /** Of the levels that are written. */
  #version = -1;

  constructor(name: string, values: readonly MeterValue[], unit: MeterTable['unit'], levels: Levels) {
    const blob = meterBlob(
      values.map((value) => (typeof value === 'number' ? value : restDb(value[1]))),
      unit,
    );
    this.#levels = levels;
    this.#unit = unit;
    this.#bytes = namedMessage(name, [{ type: 'b', value: blob }]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.length - padded(blob.length) + 4);
    this.#changing = values.flatMap((value, n) =>
      typeof value === 'number' ? [] : [{ at: n * valueBytes(unit), strip: value[0], tap: value[1] }],
    );
  }

  /** With the levels of now; a packet that a full socket keeps back has those of its sending. */
  get bytes(): Uint8Array {
    if (this.#version !== this.#levels.version) this.#write();
    return this.#bytes;
  }

  #write(): void {
    this.#version = this.#levels.version;
    for (const { at, strip, tap } of this.#changing) {
      putValue(this.#view, at, strip.level === undefined ? restDb(tap) : levelAt[tap](strip.level), this.#unit);
    }
  }
}

/** Of a strip that is not there. */
export const restDb = (tap: MeterTap): number => (tap === 'dynamics' ? openDb : silenceDb);
