// The tests' own receiver (programs/receiver.mjs): what is on the wire, frame by frame.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { End } from './namespaces.ts';
import { script } from './programs.ts';
import { rtpPort } from './stream.ts';

export interface Heard {
  /** The first time stamp. */
  readonly first: number;
  readonly frames: number;
  readonly packets: number;
  readonly payloadType: number;
  /** Integers of 24 bits, interleaved; zeros where a packet is missing. */
  readonly sound: Int32Array;
}

export interface Receiving {
  readonly group: string;
  readonly channels: number;
  readonly packets: number;
  readonly port?: number;
}

let files = 0;

/** Takes so many packets from a group. Resolves once it listens, to what resolves once it has them. */
export async function receive(
  { place, address }: End,
  folder: string,
  { group, channels, packets, port = rtpPort }: Receiving,
): Promise<() => Promise<Heard>> {
  const file = join(folder, `received-${++files}`);
  const words = [script('receiver.mjs'), address, group, port, channels, packets, file].map(String);
  const child = place.open(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  if (value !== 'listening') throw new Error(`the receiver says ${value}`);
  return async () => {
    const said = JSON.parse((await lines.next()).value);
    const bytes = readFileSync(file);
    return { ...said, sound: new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4) };
  };
}

/** The channels of what was heard, full scale 1. */
export function channelsHeard({ sound, frames }: Heard, channels: number): readonly Float64Array[] {
  return Array.from({ length: channels }, (_, channel) =>
    Float64Array.from({ length: frames }, (_, n) => (sound[n * channels + channel] as number) / 0x800000),
  );
}
