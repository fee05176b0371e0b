// GStreamer as the sender and the receiver of streams: its packets and its reading of ours are none of this project's.
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '../harness/service.ts';
import { type End, isProgram } from './namespaces.ts';
import { ended } from './place.ts';
import { payloadType, rtpPort } from './stream.ts';
import { channelsOf, tones } from './tones.ts';

export const hasGStreamer = isProgram('gst-launch-1.0');

/** The order in which its reader of RTP gives eight channels: it holds them for loudspeakers. */
const loudspeakers = [0, 1, 2, 3, 6, 7, 4, 5];

export interface GStreamed {
  readonly group: string;
  readonly channels: number;
  readonly encoding?: 'L16' | 'L24';
  readonly packetTimeUs?: number;
  readonly payloadType?: number;
  readonly port?: number;
}

/** Plays the tones of tones.ts into a group, for so long. */
export function playTones(
  { place, interface: name }: End,
  folder: string,
  stream: GStreamed,
  seconds = 40,
): ChildProcess {
  const { group, channels, encoding = 'L24', packetTimeUs = 1000, port = rtpPort } = stream;
  const file = join(folder, `tones-${channels}-${seconds}`);
  writeFileSync(file, tones(channels, seconds));
  const raw = [
    'use-sink-caps=false',
    'format=pcm',
    'pcm-format=s24be',
    'sample-rate=48000',
    `num-channels=${channels}`,
  ];
  const time = String(packetTimeUs * 1000);
  return launch(place, folder, [
    ...['filesrc', `location=${file}`, '!', 'rawaudioparse', ...raw, '!'],
    // Channels with places of loudspeakers would be sent in the order of those.
    ...['capssetter', 'caps=audio/x-raw,channel-mask=(bitmask)0', '!'],
    ...(encoding === 'L16' ? ['audioconvert', 'dithering=none', '!'] : []),
    ...[`rtp${encoding}pay`, `min-ptime=${time}`, `max-ptime=${time}`, 'mtu=1500', `pt=${payloadType}`, '!'],
    ...['udpsink', `host=${group}`, `port=${port}`, `multicast-iface=${name}`, 'auto-multicast=true', 'ttl-mc=32'],
  ]);
}

/** Hears a group for so long; resolves to its channels. */
export async function hear(
  { place, interface: name }: End,
  folder: string,
  stream: GStreamed,
  seconds: number,
): Promise<readonly Float64Array[]> {
  const { group, channels, encoding = 'L24', port = rtpPort, payloadType: type = payloadType } = stream;
  const file = join(folder, `heard-${group}-${port}`);
  const media = `media=audio,clock-rate=48000,encoding-name=${encoding},channels=${channels},payload=${type}`;
  const child = launch(place, folder, [
    ...['udpsrc', `address=${group}`, `port=${port}`, `multicast-iface=${name}`, 'buffer-size=4194304'],
    ...[`caps=application/x-rtp,${media}`, '!', 'rtpjitterbuffer', 'latency=100', '!', `rtp${encoding}depay`, '!'],
    ...(encoding === 'L16' ? ['audioconvert', '!', 'audio/x-raw,format=S24BE', '!'] : []),
    ...['filesink', `location=${file}`],
  ]);
  const bytes = seconds * 48_000 * channels * 3;
  const size = () => (existsSync(file) ? statSync(file).size : 0);
  while (size() < bytes && child.exitCode === null) await delay(50);
  await ended(child, 'SIGINT');
  const heard = channelsOf(readFileSync(file), channels);
  return channels === 8 ? loudspeakers.map((channel) => heard[channel] as Float64Array) : heard;
}

let registryFile = '';
/** Of its plug-ins, which it looks at once per process of tests. */
function registry(): string {
  registryFile ||= join(temporaryFolder(), 'gstreamer-registry');
  return registryFile;
}

/** Its words are in gstreamer.log of the folder. */
function launch(place: End['place'], folder: string, pipeline: readonly string[]): ChildProcess {
  const log = openSync(join(folder, 'gstreamer.log'), 'a');
  const env = { ...process.env, GST_REGISTRY: registry() };
  const child = place.open('gst-launch-1.0', ['-q', '-e', ...pipeline], { stdio: ['ignore', log, log], env });
  closeSync(log);
  return child;
}
