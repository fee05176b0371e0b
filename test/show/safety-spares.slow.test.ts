// Spares on the running service, as they sound, while nobody watches.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import {
  box,
  patchThrough,
  recorded,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import { writePackage } from '../harness/packages.ts';
import { root, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { rate, record, startShow } from './safety-desk.ts';

afterEach(stopServices);

const spare = '/safety/spares/input/1';
const spareHz = 12_000;
const tone = (frequencyHz: number, levelDbfs: number) => ({ signal: 'sine', frequencyHz, levelDbfs });

test('a main that falls silent is left for a spare that sounds, over 20 ms, and is not gone back to', async () => {
  const service = await startShow();
  await patchThrough(service, 1, tone(1000, -20));
  await write(service, `/stagebox/${box}/inputs/2`, tone(spareHz, -55));
  await write(service, '/channel/input/1', { pan: -100, spareSourceId: `${box}:in-2` });
  await write(service, spare, { armed: true, trigger: 'silence', silenceMs: 500 });
  await settled(service);

  // quieter than -70 is silence, but no spare that is itself under -50 is better
  const [quiet = new Float64Array()] = await record(service, [1], 0.8, () =>
    write(service, `/stagebox/${box}/inputs/1`, { levelDbfs: -75 }),
  );
  expect(fitSine(quiet.subarray(-rate / 10), 1000, rate).levelDb).toBeCloseTo(-75, 1);
  expect((await service.get(spare)).body).toMatchObject({ active: false, switchedAt: '' });

  await write(service, `/stagebox/${box}/inputs/1`, { signal: 'silence' });
  await startRecording(service, [1]);
  await recorded(service, 0.2);
  await write(service, `/stagebox/${box}/inputs/2`, { levelDbfs: -20 });
  const { switchedAt } = await service.until(spare, (row) => row.active);
  expect(Date.parse(switchedAt)).toBeLessThanOrEqual(Date.now());
  await recorded(service, 0.1);
  await write(service, `/stagebox/${box}/inputs/1`, tone(1000, -20));
  await recorded(service, 1.5);
  const left = (await stopRecording(service)).channels[0] as Float64Array;
  // the first tenth of a second may still hear how the main went
  const begin = left.findIndex((sample, n) => n > rate / 10 && Math.abs(sample) > 1e-7);
  const amplitude = 0.1;
  // every second sample of this tone is 0: the ramp may have begun two frames before the first that is not
  for (let n = 0; n < 960; n++) {
    expect(Math.abs(left[begin + n] as number)).toBeLessThanOrEqual((amplitude * (n + 3)) / 960);
  }
  expect(peakDb(left.subarray(begin, begin + 900))).toBeLessThan(-20.4);
  for (const from of [begin + 1000, left.length - rate / 10]) {
    const heard = fitSine(left.subarray(from, from + rate / 10), spareHz, rate);
    expect(heard.levelDb).toBeCloseTo(-20, 1);
    expect(heard.residualDb).toBeLessThan(-80);
  }
  expect((await service.get('/channel/input/1')).body.sourceSelected).toBe('spare');
  expect((await service.get('/warnings')).body.warnings.map(({ id }: { id: string }) => id)).toContain('spare-input-1');
}, 120_000);

/** Stageboxes with the sound of virtual ones, and a plug each: it is out while a file of its name is there. */
function plugDriver(folder: string): void {
  const virtual = pathToFileURL(join(root, 'hardware-drivers/virtual/dist/index.js')).href;
  writePackage(join(folder, 'node_modules'), {
    name: 'plug-boxes',
    rowdesk: {
      driver: { api: 1, kind: 'stagebox', audio: true, matches: [{ transport: 'plug' }], module: './index.js' },
    },
    files: {
      'index.js': `import { existsSync } from 'node:fs';
import virtual from '${virtual}';
const ids = ['main-box', 'spare-box'];
const isIn = (id) => !existsSync(${JSON.stringify(folder)} + '/' + id + '.out');
const discover = () =>
  ids.filter(isIn).map((id) => ({ id, transport: 'plug', modelId: 'virtual-8x8', model: 'virtual-8x8', label: id, address: '' }));
const open = (model, context) => {
  const device = virtual.open(model, context);
  let wasIn = isIn(model.id);
  const looking = setInterval(() => {
    if (isIn(model.id) === wasIn) return;
    wasIn = !wasIn;
    context.changed();
  }, 20);
  return new Proxy(device, {
    get: (of, name) => {
      if (name === 'close') return () => { clearInterval(looking); of.close(); };
      const value = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
};
export default { kind: 'stagebox', discover, open };
`,
    },
  });
}

test('a stagebox whose plug is pulled is left for one that is there; back in, nothing goes back', async () => {
  const state = temporaryFolder();
  plugDriver(state);
  const config = { drivers: ['mixer', 'plug-boxes'], devices: [] };
  const service = await startService({ state, config });
  await running(service, 'main-box');
  await write(service, '/stagebox/main-box/inputs/1', tone(1000, -20));
  await write(service, '/stagebox/spare-box/inputs/1', tone(spareHz, -30));
  await write(service, '/channel/input/1', {
    sourceId: 'main-box:in-1',
    spareSourceId: 'spare-box:in-1',
    levelDb: 0,
    pan: -100,
  });
  await write(service, '/channel/main/1', { levelDb: 0 });
  await write(service, spare, { armed: true, trigger: 'device-lost' });
  await settled(service);
  writeFileSync(join(state, 'main-box.out'), '');
  await service.until(spare, (row) => row.active);
  await running(service, 'spare-box');
  await startRecording(service, [1], 'spare-box');
  await recorded(service, 0.5, 'spare-box');
  const left = (await stopRecording(service, 'spare-box')).channels[0] as Float64Array;
  expect(fitSine(left.subarray(-rate / 10), spareHz, rate).levelDb).toBeCloseTo(-30, 1);
  rmSync(join(state, 'main-box.out'));
  await service.until('/stagebox', ({ items }) => items.length === 2);
  expect((await service.get('/channel/input/1')).body.sourceSelected).toBe('spare');
}, 120_000);
