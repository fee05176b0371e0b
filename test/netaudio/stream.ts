// Streams of the tests' own sender (programs/sender.cc): what it sends, and its description.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { End } from './namespaces.ts';
import { ended } from './place.ts';
import { program, script } from './programs.ts';

export const rtpPort = 5004;
export const payloadType = 97;

export interface StreamOptions {
  /** Of the first stream; the next ones follow. A second one is the same stream by the second end. */
  readonly groups?: readonly string[];
  readonly port?: number;
  readonly streams?: number;
  readonly channels?: number;
  readonly packetFrames?: number;
  readonly rate?: number;
  /** RTP time less media time. */
  readonly clockOffset?: number;
  /** 0: until it is ended. */
  readonly packets?: number;
}

export interface Sender {
  readonly child: ChildProcess;
  /** The media frame of the first sample. */
  readonly firstFrame: number;
  /** Ends it; resolves to how many packets were late by more than a packet. */
  end(): Promise<number>;
}

const defaults = {
  groups: ['239.69.1.1'],
  port: rtpPort,
  streams: 1,
  channels: 8,
  packetFrames: 48,
  rate: 48_000,
  clockOffset: 0,
  packets: 0,
};

/** Sends from each of these ends of one place. */
export async function openSender(ends: readonly End[], options: StreamOptions = {}): Promise<Sender> {
  const { groups, port, streams, channels, packetFrames, rate, clockOffset, packets } = { ...defaults, ...options };
  const [first] = ends;
  if (!first) throw new Error('a sender has an end of a cable');
  const addresses = ends.map(({ address }) => address).join(',');
  const words = [addresses, groups.join(','), port, streams, channels, packetFrames, rate, clockOffset, packets];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = first.place.open(program('sender'), words.map(String), { stdio: [...stdio] });
  const lines: string[] = [];
  let wake = () => {};
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    lines.push(line);
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    wake = resolve;
    child.once('exit', (code) => reject(new Error(`the sender ended with ${code}`)));
  });
  return {
    child,
    firstFrame: Number(lines[0]),
    async end() {
      const closed = new Promise((resolve) => child.once('close', resolve));
      await ended(child, 'SIGTERM');
      if (lines.length < 2) await closed;
      return Number(lines[1]);
    },
  };
}

export interface Description {
  /** Of the session; with the sender's address it is what the session is known by. */
  readonly id: number;
  readonly name: string;
  readonly version?: number;
  readonly address: string;
  /** Two for ST 2022-7. */
  readonly groups: readonly string[];
  readonly port?: number;
  readonly labels: readonly string[];
  readonly encoding?: 'L16' | 'L24';
  readonly rate?: number;
  readonly packetTimeMs?: number;
  /** Without it the sender names no clock. */
  readonly grandmasterId?: string;
  /** Without it what it is has to be learned. */
  readonly clockOffset?: number;
}

/** SDP of RFC 8866 as AES67 and ST 2022-7 (RFC 7104) have it. */
export function sdpOf(description: Description): string {
  const { id, name, version = 1, address, groups, port = rtpPort, labels, rate = 48_000 } = description;
  const { encoding = 'L24', packetTimeMs = 1, grandmasterId, clockOffset } = description;
  const media = groups.map((group, n) => [
    `m=audio ${port} RTP/AVP ${payloadType}`,
    `i=${labels.length} channels: ${labels.join(', ')}`,
    `c=IN IP4 ${group}/32`,
    `a=rtpmap:${payloadType} ${encoding}/${rate}/${labels.length}`,
    `a=ptime:${packetTimeMs}`,
    `a=framecount:${Math.round((rate * packetTimeMs) / 1000)}`,
    ...(grandmasterId === undefined ? [] : [`a=ts-refclk:ptp=IEEE1588-2008:${grandmasterId}:0`]),
    ...(clockOffset === undefined ? [] : [`a=mediaclk:direct=${clockOffset}`]),
    'a=recvonly',
    ...(groups.length > 1 ? [`a=mid:${n + 1}`] : []),
  ]);
  return [
    'v=0',
    `o=- ${id} ${version} IN IP4 ${address}`,
    `s=${name}`,
    't=0 0',
    ...(groups.length > 1 ? ['a=group:DUP 1 2'] : []),
    ...media.flat(),
    '',
  ].join('\r\n');
}

/**
 * Announces by SAP what is in a new folder of `within`, as NAME.sdp, until the place is removed (programs/announcer.mjs). Returns
 * the folder.
 */
export function openAnnouncer({ place, address }: End, within: string): string {
  const folder = join(within, 'announced');
  mkdirSync(folder);
  place.open(process.execPath, [script('announcer.mjs'), address, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

/** What the announcer announces from now on, in the place of what has this name. */
export function announce(folder: string, name: string, description: Description): void {
  writeFileSync(join(folder, `${name}.sdp`), sdpOf(description));
}
