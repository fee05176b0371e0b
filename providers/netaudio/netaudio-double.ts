// A desk with a device of network audio, 8 inputs and 8 outputs, and announcements as their observer reports them.
import type { Device, Port } from 'rowdesk/provider';
import { startTestHost, type TestHost, type TestHostOptions } from 'rowdesk/testing';
import { grandmasterId } from '../net/net-double.ts';
import { networkTarget, slotPath } from './paths.ts';
import type { Session, SessionStream } from './session.ts';

export const id = 'aes67';
export const root = '/netaudio';
export const box = `stagebox:${id}`;

/** A stream that the desk may send. */
export const streamToSend = {
  ...{ id: 'foh', name: 'FOH', firstChannel: 1, channels: 2, encoding: 'L24', packetTimeUs: 1000 },
  ...{ address: '', port: 5004, payloadType: 97, ttl: 32, enabled: true },
};

/** A host with the device there. */
export async function startDesk(options: Partial<TestHostOptions> = {}): Promise<TestHost> {
  const desk = await startTestHost({ providers: ['stagebox', 'netaudio'], ...options });
  plugIn(desk);
  return desk;
}

/** The device beside the others, of `count` inputs and outputs. */
export function plugIn(desk: TestHost, present = true, count = 8): void {
  const ports = (direction: Port['direction'], prefix: string): Port[] =>
    Array.from({ length: count }, (_, place) => ({
      ...{ id: `${id}:${prefix}-${place + 1}`, label: `${prefix} ${place + 1}`, direction },
      ...{ channel: place + 1, connector: '' },
    }));
  const device: Device = {
    ...{ id, label: 'AES67', model: `aes67-${count}x${count}`, transport: 'netaudio', driver: 'aes67', present },
    ...{ joined: false, inputLatencyFrames: 96, outputLatencyFrames: 0, clockId: 'ptp' },
    ...{
      ports: [...ports('input', 'in'), ...ports('output', 'out')],
      supportedRates: [44_100, 48_000, 88_200, 96_000],
    },
  };
  desk.audio.become({ devices: [...desk.audio.devices.filter((each) => each.id !== id), device] });
  desk.audio.target(box);
  desk.audio.target(networkTarget);
}

/** A stream of `labels.length` channels. */
export function streamOf(labels: readonly string[], fields: Partial<SessionStream> = {}): SessionStream {
  return {
    ...{ id: '1', encoding: 'L24', rateHz: 48_000, channels: labels.length, payloadType: 97, packetTimeUs: 1000 },
    paths: [{ address: '239.69.1.1', port: 5004, source: '', ttl: 32 }],
    channelLabels: [...labels],
    clock: { kind: 'ptp', grandmasterId, domain: 0 },
    mediaClockOffset: 0,
    ...fields,
  };
}

export function sessionOf(fields: Partial<Session> = {}): Session {
  return {
    ...{ id: '- 1 10.77.0.2', name: 'Stage', device: 'stage-left', address: '10.77.0.2', via: ['sap'], version: '1' },
    ...{ streams: [streamOf(['Vox', 'Guitar'])], seenAtMs: Date.UTC(2026, 0, 1), ours: false },
    ...fields,
  };
}

/** All that is announced, slot by slot; the other slots are empty. */
export async function announce(desk: TestHost, ...sessions: readonly Session[]): Promise<void> {
  const values = Array.from({ length: 8 }, (_, place) => ({
    ...{ path: slotPath(place + 1), field: 'session', value: sessions[place] ?? null, state: 'applied' as const },
  }));
  desk.audio.target(networkTarget).reportAll(values);
  await turns();
}

/** What the device says of an input. */
export async function hear(desk: TestHost, n: number, status: string, reason = ''): Promise<void> {
  const path = `${root}/${id}/rx/${n}`;
  const target = desk.audio.target(box);
  target.reportAll([
    { path, field: 'status', value: status, state: 'applied' },
    { path, field: 'reason', value: reason, state: 'applied' },
  ]);
  await turns();
}

export async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}
