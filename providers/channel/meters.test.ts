import type { Audio } from 'rowdesk/provider';
import { FakeTime, meterSample } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import { type Levels, noLevels } from './levels.ts';
import { ChannelMeters } from './meters.ts';

/** Nobody who listens here throws. */
const faults = {
  note: (error: unknown) => {
    throw error;
  },
};

/** Counts its readers, and samples for all of them. */
function mixer() {
  const samples = new Set<Parameters<Audio['readMeters']>[1]>();
  const intervals: number[] = [];
  const audio = {
    readMeters: (intervalMs: number, sample: Parameters<Audio['readMeters']>[1]) => {
      intervals.push(intervalMs);
      samples.add(sample);
      return () => samples.delete(sample);
    },
  };
  const send = (prePeak: number, atMs = 0) => {
    for (const sample of samples) sample(meterSample({ '/channel/input/1': { prePeak: [prePeak] } }, atMs));
  };
  return { audio: audio as unknown as Audio, send, intervals, readers: () => samples.size };
}

test('all watched strips share one reading of 25 a second, which stops with the last watcher', () => {
  const { audio, send, intervals, readers } = mixer();
  const meters = new ChannelMeters(audio, { time: new FakeTime(), faults });
  const told = [0, 0];
  const stops = [0, 1].map((who) =>
    meters.watch(() => {
      told[who] = (told[who] ?? 0) + 1;
    }),
  );
  expect({ intervals, readers: readers() }).toEqual({ intervals: [40], readers: 1 });
  send(0.5);
  stops[0]?.();
  send(0.25);
  expect(told).toEqual([1, 2]);
  stops[1]?.();
  expect(readers()).toBe(0);
});

test('while it is watched, strips read as they were sampled last', () => {
  const { audio, send } = mixer();
  const meters = new ChannelMeters(audio, { time: new FakeTime(), faults });
  meters.watch(() => {});
  send(0.5, Date.UTC(2026, 0, 1));
  send(1, Date.UTC(2026, 0, 2));
  const { of, at } = meters.read() as Levels;
  expect(of('/channel/input/1')).toMatchObject({ preDb: [0], postDb: [], reductionDb: 0 });
  expect(of('/channel/input/2')).toBeUndefined();
  expect(at).toBe('2026-01-02T00:00:00.000Z');
});

test('without a watcher one sample is taken, and nothing is left running', async () => {
  const { audio, send, readers } = mixer();
  const time = new FakeTime();
  const meters = new ChannelMeters(audio, { time, faults });
  const reading = meters.read();
  send(0.5, Date.UTC(2026, 0, 1));
  expect(await reading).toMatchObject({ at: '2026-01-01T00:00:00.000Z' });
  expect({ readers: readers(), timers: time.timers }).toEqual({ readers: 0, timers: 0 });
});

test('where no mixer measures, a reading says so instead of waiting for ever', async () => {
  const { audio, readers } = mixer();
  const time = new FakeTime();
  const reading = new ChannelMeters(audio, { time, faults }).read();
  time.advance(500);
  expect(await reading).toBe(noLevels);
  expect(readers()).toBe(0);
});
