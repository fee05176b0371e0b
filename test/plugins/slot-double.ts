// The mixer's part of inserts without a mixer: the files of rowdesk/insert_slot.h, whose sound the test moves on.
import { closeSync, mkdirSync, openSync, readSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { returnOf } from '../../hardware-drivers/lv2/js/slots.ts';

const magic = 0x4e495244;
const returnMagic = 0x52495244;
const version = 3;
const samplesOffset = 256;
const writtenAt = 112;
/** Of the return. */
const [rackAt, latencyAt, doneAt] = [24, 28, 40];

let files = 0;

/** The folder `inserts` of a runtime folder, with the words that wake racks. */
export class SlotsDouble {
  readonly #folder: string;
  readonly #files: number[] = [];
  readonly #targets: string[] = [];
  #count = 0;

  constructor(runtimeFolder: string) {
    this.#folder = join(runtimeFolder, 'inserts');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const head = Buffer.alloc(576);
    head.writeUInt32LE(magic, 0);
    head.writeUInt32LE(version, 4);
    head.writeBigUInt64LE(1n, 8);
    head.writeUInt32LE(process.pid, 16);
    this.#make('wake', head);
  }

  /** A slot of one leg at 48 kHz. */
  slot(place: string, blockFrames = 1024): SlotDouble {
    const capacity = blockFrames * 4;
    const epoch = BigInt(++this.#count);
    const bytes = Buffer.alloc(samplesOffset + 2 * capacity * 4);
    const returned = Buffer.alloc(samplesOffset + capacity * 4);
    for (const file of [bytes, returned]) {
      file.writeUInt32LE(version, 4);
      file.writeBigUInt64LE(BigInt(file.length), 8);
      file.writeBigUInt64LE(epoch, 16);
    }
    returned.writeUInt32LE(returnMagic, 0);
    bytes.writeUInt32LE(process.pid, 24);
    for (const [index, value] of [48_000, blockFrames, capacity, 1, samplesOffset].entries()) {
      bytes.writeUInt32LE(value, 28 + 4 * index);
    }
    bytes.write(place, 48, 'latin1');
    bytes.writeUInt32LE(magic, 0);
    const back = this.#make(returnOf(place), returned);
    return new SlotDouble(this.#make(place, bytes), back, blockFrames, capacity);
  }

  close(): void {
    for (const file of this.#files) closeSync(file);
    for (const target of this.#targets) rmSync(target, { force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #make(name: string, content: Buffer): number {
    // Where the plugin host links them into the folder of a rack.
    const target = `/dev/shm/rowdesk-double-${process.pid}-${++files}-${name}`;
    this.#targets.push(target);
    const file = openSync(target, 'w+', 0o600);
    this.#files.push(file);
    writeSync(file, content, 0, content.length, 0);
    symlinkSync(target, join(this.#folder, name));
    return file;
  }
}

export class SlotDouble {
  readonly #file: number;
  readonly #return: number;
  readonly #blockFrames: number;
  readonly #capacity: number;
  #written = 0;

  constructor(file: number, returned: number, blockFrames: number, capacity: number) {
    this.#file = file;
    this.#return = returned;
    this.#blockFrames = blockFrames;
    this.#capacity = capacity;
  }

  /** The rack that serves the slot; 0 for none. */
  get rack(): number {
    return this.#read(rackAt, 4).readUInt32LE();
  }

  get latencyFrames(): number {
    return this.#read(latencyAt, 4).readUInt32LE();
  }

  /** The frame up to which the rack has answered. */
  get done(): number {
    return Number(this.#read(doneAt, 8).readBigUInt64LE());
  }

  get written(): number {
    return this.#written;
  }

  /** Writes a block of a constant value. No rack is woken: it looks by itself. */
  write(value: number): void {
    const at = this.#written % this.#capacity;
    const samples = Buffer.from(new Float32Array(this.#blockFrames).fill(value).buffer);
    writeSync(this.#file, samples, 0, samples.length, samplesOffset + at * 4);
    this.#written += this.#blockFrames;
    const written = Buffer.alloc(8);
    written.writeBigUInt64LE(BigInt(this.#written));
    writeSync(this.#file, written, 0, 8, writtenAt);
  }

  /** The last sample of the newest block that the rack has answered. */
  heard(): number {
    const index = (this.done - 1) % this.#capacity;
    return this.#read(samplesOffset + index * 4, 4).readFloatLE();
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    readSync(this.#return, bytes, 0, length, at);
    return bytes;
  }
}
