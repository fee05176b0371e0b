import type { Audio, StripMeter } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { ClipLights } from './clip-lights.ts';

const path = '/channel/input/1';

/** A mixer that counts as it is told. */
function mixer() {
  const calls: unknown[] = [];
  let sample: Parameters<Audio['readMeters']>[1] = () => {};
  let isRead = false;
  const audio: Pick<Audio, 'readMeters' | 'call'> = {
    readMeters: (_intervalMs, given) => {
      sample = given;
      isRead = true;
      return () => {
        isRead = false;
      };
    },
    call: async (...call) => {
      calls.push(call);
      return {};
    },
  };
  const report = (clipCount: number, atMs: number) => sample(new Map([[path, { clipCount } as StripMeter]]), atMs);
  return { audio: audio as Audio, calls, report, isRead: () => isRead };
}

test('a light goes on when the count grows, with the time and the count', () => {
  const { audio, report } = mixer();
  const lights = new ClipLights(audio);
  lights.start();
  expect(lights.of(path)).toEqual({ clipped: false, at: '', count: 0 });
  report(3, Date.UTC(2026, 0, 1));
  expect(lights.of(path)).toEqual({ clipped: true, at: '2026-01-01T00:00:00.000Z', count: 3 });
  expect(lights.list().map(([lit]) => lit)).toEqual([path]);
});

test('listeners hear of changes only, and of which strips', () => {
  const { audio, report } = mixer();
  const lights = new ClipLights(audio);
  lights.start();
  const heard: string[][] = [];
  const stop = lights.onChange((paths) => heard.push([...paths]));
  for (const count of [0, 1, 1, 2]) report(count, 0);
  expect(heard).toEqual([[path], [path]]);
  stop();
  report(3, 0);
  expect(heard).toHaveLength(2);
});

test('clearing turns the light off at the mixer first, and keeps when it was', async () => {
  const { audio, calls, report } = mixer();
  const lights = new ClipLights(audio);
  lights.start();
  report(2, Date.UTC(2026, 0, 1));
  await lights.clear(path);
  expect(calls).toEqual([['mixer', 'resetClips', { path }]]);
  expect(lights.of(path)).toEqual({ clipped: false, at: '2026-01-01T00:00:00.000Z', count: 0 });
  report(1, Date.UTC(2026, 0, 2));
  expect(lights.of(path)).toMatchObject({ clipped: true, count: 1 });
});

test('a light that is off is not cleared again, and one that can not be cleared stays on', async () => {
  const { audio, calls, report } = mixer();
  const lights = new ClipLights(audio);
  lights.start();
  await lights.clear(path);
  expect(calls).toEqual([]);
  report(1, 0);
  audio.call = async () => {
    throw new Error('no mixer');
  };
  await expect(lights.clear(path)).rejects.toThrow('no mixer');
  expect(lights.of(path).clipped).toBe(true);
});

test('a mixer that starts anew takes the lights off with its counts', () => {
  const { audio, report } = mixer();
  const lights = new ClipLights(audio);
  lights.start();
  report(5, Date.UTC(2026, 0, 1));
  report(0, Date.UTC(2026, 0, 2));
  expect(lights.of(path)).toEqual({ clipped: false, at: '2026-01-01T00:00:00.000Z', count: 0 });
});

test('the counts are read until it is stopped', () => {
  const { audio, isRead } = mixer();
  const stop = new ClipLights(audio).start();
  expect(isRead()).toBe(true);
  stop();
  expect(isRead()).toBe(false);
});
