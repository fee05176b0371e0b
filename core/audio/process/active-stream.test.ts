import { beforeEach, expect, test } from 'vitest';
import type { AudioDevice, DeviceDescription, StreamSettings } from '../../driver.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { ActiveStream, type StreamedMixer } from './active-stream.ts';

const usual = { rate: 48000, blockFrames: 64 };
const description: DeviceDescription = {
  ...{ id: 'box', label: 'Box', model: 'box', transport: 'test', ports: [], clockId: 'word' },
  ...{ inputLatencyFrames: 0, outputLatencyFrames: 0, supportedRates: [44100, 48000, 96000] },
};

/** A device whose clock other programs share. */
class Shared {
  readonly description = description;
  rate = 44100;
  /** The clock takes a forced rate. */
  isTaken = true;
  readonly events: string[] = [];

  force(rate: number | null): void {
    this.events.push(`force ${rate}`);
    if (rate !== null && this.isTaken) this.rate = rate;
  }

  start(_processor: object, { rate }: StreamSettings): void {
    this.events.push(`start ${rate}`);
  }

  stop(): void {
    this.events.push('stop');
  }

  figures() {
    const nothing = { xruns: 0, lastXrunMs: 0, blockUs: 0, blockMaxUs: 0, wakeupJitterUs: 0, policy: '', priority: 0 };
    return { ...nothing, rate: this.rate, quantum: 64 };
  }
}

let device: Shared;
let stream: ActiveStream;
const mixer: StreamedMixer = { processor: {}, connect: () => {}, open: () => {} };
const time = new FakeTime();
/** Sleeps end at once. */
Object.assign(time, { sleep: async () => {} });

beforeEach(async () => {
  device = new Shared();
  stream = new ActiveStream(
    time,
    () => {},
    () => {},
  );
  await stream.start(mixer, device as unknown as AudioDevice, description, usual);
});

test('a shared clock keeps its own rate until one is forced', async () => {
  expect(device.events).toEqual(['force null', 'start 44100']);
  await stream.adapt({ ...usual, rate: 96000 });
  expect(device.events.slice(2)).toEqual(['force null']);
  await stream.force(96000);
  expect(device.events.slice(3)).toEqual(['stop', 'force 96000', 'start 96000']);
});

test('the rate that a shared clock has already is forced without an interruption', async () => {
  await stream.force(44100);
  expect(device.events.slice(2)).toEqual(['force 44100']);
});

test('a shared clock that is no longer forced may go back to its own rate behind closed outputs', async () => {
  await stream.force(96000);
  await stream.force(null);
  expect(device.events.slice(-3)).toEqual(['stop', 'force null', 'start 48000']);
  device.rate = 48000;
  await stream.force(48000);
  await stream.force(null);
  expect(device.events.slice(-2)).toEqual(['force 48000', 'force null']);
});

test('a shared clock that does not take the rate is forced all the same, and the stream ends its wait', async () => {
  device.isTaken = false;
  await stream.force(96000);
  expect([stream.rate, stream.forcedRate]).toEqual([44100, 96000]);
});
