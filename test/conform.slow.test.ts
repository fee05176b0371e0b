// The running service, with the mixer, against interface.md: what `rowdesk conform` says of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RuleResult } from '../cli/conform/finding.ts';
import { write } from './harness/desk.ts';
import { root, run, type Service, startService, stopServices, temporaryFolder } from './harness/service.ts';

const shipped = JSON.parse(readFileSync(join(root, 'providers.config.json'), 'utf8'));

const stored = [
  ['/patches/store', '/patches/conform'],
  ['/scene/store', '/scenes/conform'],
  ['/session/save', '/sessions/conform'],
] as const;

let service: Service;
beforeAll(async () => {
  const surfaces = [{ name: 'osc', config: { port: 0 } }];
  service = await startService({ config: { ...shipped, surfaces, devices: undefined } });
  await service.until('/console', (row) => row.engine === 'running');
  await write(service, '/surface/osc', { enabled: true });
  await service.until('/surface/osc', ({ state, queryPort }) => state === 'running' && queryPort !== null);
  // Something of everything, so that as much as can be is looked at.
  await write(service, '/channel/input/1', { muteGroups: [1] });
  const [reference] = (await service.get('/clock/references')).body.references;
  await write(service, '/clock/ownership', { designatedReference: reference.id });
  for (const [task, path] of stored) {
    await write(service, task, { running: true, name: 'Conform' });
    await service.until(path, () => true);
  }
}, 300_000);
afterAll(stopServices);

test('the service holds every rule of the interface that it implements, and is left as it was', async () => {
  const before = await Promise.all(kept.map((path) => service.get(path)));
  const file = join(temporaryFolder(), 'conform.xml');
  const { code, stdout, stderr } = await run(['conform', service.url, '-o', 'json', '--junit', file]);
  const { findings, failed, passed, notImplemented } = JSON.parse(stdout);
  console.log(`${passed} passed, ${failed} failed, ${notImplemented} not implemented`);
  expect(findings.filter(({ outcome }: RuleResult) => outcome === 'fail')).toEqual([]);
  expect([code, stderr]).toEqual([0, '']);
  expect(passed).toBeGreaterThan(600);
  expect(readFileSync(file, 'utf8')).toContain(`tests="${findings.length}" failures="0"`);
  const after = await Promise.all(kept.map((path) => service.get(path)));
  expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
}, 120_000);

const kept = [
  '/channel',
  '/channel/input/1/align',
  '/clock/force',
  '/clock/ownership',
  '/patchbay/filter',
  '/patch',
  '/safety',
];
