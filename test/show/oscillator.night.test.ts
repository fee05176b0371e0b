// The oscillator on the running service, as it sounds.
import { afterEach, expect, test } from 'vitest';
import { settled, write } from '../harness/desk.ts';
import { stopServices } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { rate, record, startShow } from './safety-desk.ts';

afterEach(stopServices);

const path = '/console/oscillator';

test('a sine has its level within 0.05 dB, comes over 500 ms, and is off at a panic on all and after a restart', async () => {
  const service = await startShow();
  await write(service, '/channel/main/1', { levelDb: 0 });
  await write(service, path, { levelDb: -33.3, frequencyHz: 1000, targets: [{ kind: 'main', index: 1 }] });
  await settled(service);
  const [left = new Float64Array(), right] = await record(service, [1, 2], 0.7, () =>
    write(service, path, { enabled: true }),
  );
  expect(left).toEqual(right);
  expect(fitSine(left.subarray(-rate / 10), 1000, rate).levelDb).toBeCloseTo(-33.3, 2);
  const begin = left.findIndex((sample) => sample !== 0);
  expect(begin).toBeGreaterThan(0);
  const levelAt = (ms: number) => {
    const middle = begin + (ms * rate) / 1000;
    return fitSine(left.subarray(middle - 240, middle + 240), 1000, rate).levelDb;
  };
  expect(levelAt(250)).toBeCloseTo(-33.3 - 6.02, 1);
  expect(levelAt(490)).toBeLessThan(-33.3 - 0.1);
  expect(levelAt(510)).toBeCloseTo(-33.3, 2);

  await write(service, '/safety/panic', { scope: 'all' });
  await service.until(path, (row) => !row.enabled && row.mutedBy.includes('panic'));
  await write(service, '/safety/panic', { scope: null });
  const [lifted = new Float64Array()] = await record(service, [1], 0.4, async () => {});
  expect(peakDb(lifted)).toBeLessThanOrEqual(-140);
  await write(service, path, { enabled: true });
  await service.until(path, (row) => row.enabled && row.mutedBy.length === 0);
  const [again = new Float64Array()] = await record(service, [1], 0.7, async () => {});
  expect(fitSine(again.subarray(-rate / 10), 1000, rate).levelDb).toBeCloseTo(-33.3, 2);

  await service.stop();
  const second = await startShow({ state: service.state });
  expect((await second.get(path)).body).toMatchObject({ enabled: false, levelDb: -33.3 });
  const [restarted = new Float64Array()] = await record(second, [1], 0.2, async () => {});
  expect(peakDb(restarted)).toBeLessThanOrEqual(-140);
}, 120_000);
