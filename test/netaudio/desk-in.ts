// A desk without a sound card, in a namespace: the network is its device.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { opening, settled, write } from '../harness/desk.ts';
import { outliving, quietConfig, root, type Service, type ServiceOptions, startService } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';
import type { Place } from './place.ts';

/** The native part is built. */
export const isBuilt = existsSync(join(root, 'hardware-drivers/aes67/build/Release/aes67.node'));
export const box = 'aes67';
export const boxPath = `/netaudio/${box}`;

export interface DeskOptions {
  readonly inputs?: number;
  readonly outputs?: number;
  readonly state?: string;
  /** On the network audio interfaces of these names. */
  readonly interfaces?: readonly string[];
  readonly linkOffsetMs?: number | null;
  /** Of the driver that observes the network. */
  readonly sessions?: Readonly<Record<string, unknown>>;
  /** Laid over the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Of another checkout. */
  readonly start?: (options: ServiceOptions) => Promise<Service>;
}

/** Resolves once the desk sounds, its interfaces open. */
export async function startDeskIn(place: Place, options: DeskOptions = {}): Promise<Service> {
  const { inputs = 8, outputs = 8, state, interfaces = ['e0'], linkOffsetMs, sessions = {}, env } = options;
  const { start = startService } = options;
  const layout = { input: Math.max(inputs, outputs), aux: 0, fxReturn: 0, main: 1 };
  const config = {
    ...outliving,
    providers: [
      ...quietConfig.providers.map((name) => (name === 'console' ? { name, config: { layout } } : name)),
      ...['takes', 'record', 'discovery', 'net', 'netaudio'],
    ],
    drivers: ['mixer', 'recorder', 'aes67', { name: 'aes67-sessions', config: sessions }],
    devices: [{ id: box, transport: 'netaudio', model: `aes67-${inputs}x${outputs}` }],
    ...options.config,
  };
  const desk = await start({ place, state, config, env });
  const [audioInterface = '', secondAudioInterface = ''] = interfaces;
  await write(desk, '/net', { audioInterface, secondAudioInterface });
  await desk.until(boxPath, () => true);
  if (linkOffsetMs !== undefined) await write(desk, boxPath, { linkOffsetMs });
  await opening(desk);
  return desk;
}

/**
 * Waits until the desk follows the clock of the network; resolves to what a description of the tests' own sender says of its
 * clock: a ptp4l with time stamps of the kernel gives UTC, and the sender's stamps are 37 s ahead of that.
 */
export async function locked(desk: Service): Promise<{ readonly grandmasterId: string; readonly clockOffset: number }> {
  const { ptp } = await desk.until('/net', (row) => row.ptp.state === 'locked');
  return { grandmasterId: ptp.grandmasterId, clockOffset: (37 - ptp.utcOffsetS) * 48_000 };
}

export interface Order {
  readonly txDevice: string;
  readonly stream: string;
  readonly firstChannel?: number;
  readonly firstRx?: number;
  readonly count: number;
}

/** Waits until the stream is announced, subscribes inputs in a row to it, and waits until each is as `isHeard` says. */
export async function subscribe(desk: Service, order: Order, isHeard = connected): Promise<void> {
  const { txDevice, stream, firstChannel = 1, firstRx = 1, count } = order;
  await desk.until('/netaudio', ({ devices }) => devices.some(({ name }: { name: string }) => name === txDevice));
  const { devices } = (await desk.get('/netaudio')).body;
  const { id } = devices.find(({ name }: { name: string }) => name === txDevice);
  await desk.until(`/netaudio/${id}`, ({ sessions }) =>
    sessions.some(({ streams }: { streams: readonly { name: string }[] }) =>
      streams.some(({ name }) => name === stream),
    ),
  );
  const task = await runTask(desk, `${boxPath}/subscribe`, { txDevice, stream, firstChannel, firstRx, count });
  if (task.refusal) throw new Error(`subscribe: ${JSON.stringify(task.refusal)}`);
  for (let n = firstRx; n < firstRx + count; n++) await desk.until(`${boxPath}/rx/${n}`, isHeard);
}

interface RxRow {
  readonly status: string;
}
export const connected = ({ status }: RxRow): boolean => status === 'connected';
/** Of a sender that names no clock: it sounds. */
export const unclocked = ({ status }: RxRow): boolean => status === 'clock-mismatch';

/** Strips 1 .. hear the inputs of the same number at 0 dB, and outputs of the same number play them. */
export async function patchThrough(desk: Service, count: number, firstOutput = 1): Promise<void> {
  const strips = Array.from({ length: count }, (_, n) => n + 1);
  for (const n of strips) await write(desk, `/channel/input/${n}`, { sourceId: `${box}:in-${n}`, levelDb: 0 });
  const outputs = strips.map((index) => ({
    ...{ strip: { kind: 'input', index }, leg: 'left' },
    ...{ portId: `${box}:out-${index + firstOutput - 1}`, levelDb: 0 },
  }));
  await write(desk, '/patch', { outputs });
  await settled(desk);
}

export interface Sent {
  readonly id: string;
  readonly firstChannel?: number;
  readonly channels: number;
  readonly encoding?: 'L16' | 'L24';
  readonly packetTimeUs?: number;
  readonly address: string;
  readonly ttl?: number;
}

/** What the desk sends from now on; resolves once packets leave. */
export async function transmit(desk: Service, streams: readonly Sent[]): Promise<void> {
  const whole = streams.map(({ id, firstChannel = 1, encoding = 'L24', packetTimeUs = 1000, ttl = 32, ...rest }) => ({
    ...{ id, name: id, firstChannel, encoding, packetTimeUs, port: 5004, payloadType: 97, ttl, enabled: true },
    ...rest,
  }));
  await write(desk, boxPath, { transmit: whole });
  await desk.until(boxPath, ({ transmitted }) =>
    streams.every(({ id }) =>
      transmitted.some((each: { id: string; packets: number }) => each.id === id && each.packets > 0),
    ),
  );
}
