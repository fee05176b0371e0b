// The record ring of a running desk: made by what is armed, kept while the control process is killed, gone with the desk.
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runtimeFolder } from '../../core/system/runtime-folder.ts';
import { opening, patchThrough, settled, write } from '../harness/desk.ts';
import { type RecordRing, readRecordRing } from '../harness/record-ring.ts';
import { outliving, quietConfig, type Service, startService, stopServices } from '../harness/service.ts';

afterEach(stopServices);

const config = { ...outliving, providers: [...quietConfig.providers, 'takes', 'record'] };
const input = (index: number) => ({ kind: 'input', index });
const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Waits until the ring is as it should be. */
async function until(link: string, satisfied: (ring: RecordRing) => boolean): Promise<RecordRing> {
  for (;;) {
    const ring = existsSync(link) ? readRecordRing(link) : undefined;
    if (ring && satisfied(ring)) return ring;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Of a tone of -20 dBFS: the highest sample of the last tenth of a second. */
const peak = (ring: RecordRing, channel: number) =>
  Math.max(...Array.from({ length: ring.rate / 10 }, (_, n) => Math.abs(ring.sample(channel, ring.written - 1 - n))));

async function arm(service: Service): Promise<string> {
  await opening(service);
  await patchThrough(service, 2, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await write(service, '/record', { armed: [input(2), input(1)], programme: [{ kind: 'main', index: 1 }] });
  await settled(service);
  return join(runtimeFolder(service.state), 'record-ring');
}

test('the ring has what is armed, and goes on while the control process is killed and another one attaches', async () => {
  const first = await startService({ config });
  const link = await arm(first);
  const before = await until(link, ({ written }) => written > 48_000);
  expect(before.tracks).toEqual([
    ['/channel/input/2', 1],
    ['/channel/input/1', 1],
    ['/channel/main/1', 2],
  ]);
  expect(peak(before, 0)).toBeCloseTo(0.1, 4);
  expect(peak(before, 1)).toBe(0);
  expect(peak(before, 2)).toBeCloseTo(0.1 * Math.SQRT1_2, 4);
  await first.kill();
  const second = await startService({ state: first.state, config });
  await opening(second);
  await settled(second);
  const attached = readRecordRing(link);
  const after = await until(link, ({ written }) => written > attached.written + 4800);
  expect(after.epoch).toBe(before.epoch);
  expect((await second.get('/record')).body.armed).toEqual([input(2), input(1)]);
  await write(second, '/record', { armed: [], programme: [] });
  await settled(second);
  await expect.poll(() => isLink(link)).toBe(false);
});

test('a killed audio process leaves its ring to the next one, and one that ends takes it along', async () => {
  const service = await startService({ config });
  const link = await arm(service);
  const before = await until(link, ({ written }) => written > 0);
  const left = readlinkSync(link);
  process.kill(before.processId, 'SIGKILL');
  await until(link, ({ epoch, written }) => epoch !== before.epoch && written > 4800);
  expect(existsSync(left)).toBe(false);
  const last = readlinkSync(link);
  await service.stop();
  expect([existsSync(last), isLink(link)]).toEqual([false, false]);
});
