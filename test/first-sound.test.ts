// The desk as it is shipped starts, every provider answers, and a tone is heard: the one test of `npm test` that starts
// the service.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Provider } from '../core/provider.ts';
import { patchThrough, recordMain, running, write } from './harness/desk.ts';
import { root, type Service, startService, stopServices } from './harness/service.ts';
import { fitSine } from './harness/sound.ts';

const shipped = JSON.parse(readFileSync(join(root, 'providers.config.json'), 'utf8'));
let service: Service;
beforeAll(async () => {
  service = await startService({ strips: 'all', config: { ...shipped, devices: undefined } });
});
afterAll(stopServices);

test('a row or a page of every provider answers, and every row that has no parameter', async () => {
  const { paths } = (await service.get('/openapi.json')).body as { paths: Record<string, object> };
  const whole = Object.keys(paths).filter((path) => !path.includes('{') && 'get' in (paths[path] as object));
  const asked = [...whole, '/channel/input/1', '/source/virtual-32x16:in-1'];
  const answered = new Set<string>();
  for (const path of asked) {
    const { status } = await service.get(path);
    if (status === 200) answered.add(path.split('/')[1] as string);
    if (whole.includes(path)) expect([path, status]).toEqual([path, 200]);
  }
  for (const name of shipped.providers as string[]) {
    const { default: provider } = await import(`../providers/${name}/index.ts`);
    const { roots = [name], pages = [] } = provider as Pick<Provider, 'roots' | 'pages'>;
    for (const { path } of pages) {
      const { status } = await fetch(new URL(path, service.url));
      expect([path, status]).toEqual([path, 200]);
    }
    // The demo and the first patch have no row: they write to those of others.
    if (pages.length === 0 && !['demo', 'firstSound'].includes(name))
      expect([name, roots.some((each) => answered.has(each))]).toEqual([name, true]);
  }
});

test('a tone at input 1 leaves the main at its level, without a sample lost', async () => {
  await running(service);
  await write(service, '/channel/input/1', { pan: -100 });
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  const { rate, channels } = await recordMain(service, 1);
  const tone = (channels[0] as Float64Array).subarray(-rate / 2);
  const { levelDb, residualDb } = fitSine(tone, 1000, rate);
  expect(levelDb).toBeCloseTo(-20, 1);
  expect(residualDb).toBeLessThan(-90);
});
