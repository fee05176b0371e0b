// How late the packets of streams come, by the system's time of their arrival (programs/transit.cc).
import { createInterface } from 'node:readline';
import type { End } from './namespaces.ts';
import { program } from './programs.ts';
import { rtpPort } from './stream.ts';

/** Of a stream; times are beyond the earliest of its packets. */
export interface Transit {
  readonly packets: number;
  readonly lost: number;
  readonly p50Us: number;
  readonly p999Us: number;
  readonly maxUs: number;
}

/** A stream as it comes: where, and in which group. The ends are all of one place. */
export interface Coming {
  readonly end: End;
  readonly group: string;
}

/** For so long, packets of 48 frames at 48 kHz; the transits of the streams, in their order. */
export async function transitsOf(streams: readonly Coming[], seconds: number): Promise<readonly Transit[]> {
  const [first] = streams;
  if (first === undefined) return [];
  const words = [String(seconds), String(rtpPort), '48', '48000', ...streams.map(wordOf)];
  const child = first.end.place.open(program('transit'), words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const transits: Transit[] = [];
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line !== 'listening') transits.push(JSON.parse(line));
  }
  if (transits.length !== streams.length) throw new Error(`transit ended with ${child.exitCode}`);
  return transits;
}

const wordOf = ({ end, group }: Coming) => `${end.address}=${group}`;
