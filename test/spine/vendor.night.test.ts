import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { acmeDriver } from '../harness/acme-driver.ts';
import {
  opening,
  patchThrough,
  recorded,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import { compileNative, install, type Package, writePackage } from '../harness/packages.ts';
import { quietConfig, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';

afterEach(stopServices);

const provider = (name: string, index: string, manifest: unknown = { api: 1, module: './index.js' }): Package => ({
  name,
  rowdesk: { provider: manifest },
  files: { 'index.js': index },
});

/** Lamps on a stage: a setting whose values a driver of the same vendor makes true. */
const lamps = provider(
  'acme-lamps',
  `import { defineProvider, setting, Type } from 'rowdesk/provider';
const Lamp = Type.Integer({ minimum: 1, maximum: 4 });
export default defineProvider({
  name: 'acme-lamps',
  roots: ['lamps'],
  rows: () => [
    setting('/lamps/{lamp}', {
      params: { lamp: Lamp },
      addresses: { has: () => true, list: () => [1, 2, 3, 4].map((lamp) => ({ lamp })) },
      fields: {
        brightnessPercent: Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.5, unit: '%', default: 0 }),
        lit: Type.Boolean(),
      },
      writable: ['brightnessPercent'],
      target: 'stagebox:acme-1',
      computed: ({ lamp }, _desk, observed) => ({ lit: (observed.read(\`/lamps/\${lamp}\`, 'brightnessPercent')?.value ?? 0) > 0 }),
    }),
  ],
});
`,
);

/** A control-only driver: a device with a memory, and nothing native. */
const lampDriver = acmeDriver({
  name: 'acme-lamp-driver',
  model: 'lamp-4',
  device: `() => {
  const has = new Map();
  let applied = 0;
  return {
    apply(revision, values) {
      applied = revision;
      for (const { path, field, value } of values) has.set(path + ' ' + field, { path, field, value, state: 'applied' });
      return [];
    },
    observe: () => ({ revision: applied, values: [...has.values()] }),
  };
}`,
});

/** A driver whose native part writes through a null pointer as soon as it is asked for anything. */
const crashing: Package = {
  ...lampDriver,
  name: 'acme-crashing-driver',
  files: {
    'index.js': `import { createRequire } from 'node:module';
const native = createRequire(import.meta.url)('./crash.node');
export default { kind: 'stagebox', open() { native.crash(); } };
`,
    'crash.c': `#include <node_api.h>
static napi_value crash(napi_env, napi_callback_info) { *(volatile int*)0 = 1; return 0; }
NAPI_MODULE_INIT() {
  napi_value f;
  napi_create_function(env, "crash", NAPI_AUTO_LENGTH, crash, 0, &f);
  napi_set_named_property(env, exports, "crash", f);
  return exports;
}
`,
  },
};

const good = (name: string, path: string) =>
  `import { defineProvider, setting, Type } from 'rowdesk/provider';
export default defineProvider({ name: '${name}', rows: () => [
  setting('${path}', { fields: { a: Type.Number({ default: 0 }) }, writable: ['a'] }) ] });`;

const faulty: Package[] = [
  provider('faulty-throws', `throw new Error('the licence file is missing');`),
  provider('faulty-path', good('faulty-path', '/elsewhere/row')),
  provider(
    'faulty-need',
    `import { defineProvider, token } from 'rowdesk/provider';
export default defineProvider({ name: 'faulty-need', needs: { dimmer: token('acme.dimmer') }, rows: () => [] });`,
  ),
  provider('faulty-api', good('faulty-api', '/faulty-api'), { api: 7, module: './index.js' }),
  provider(
    'faulty-default',
    `import { defineProvider, setting, Type } from 'rowdesk/provider';
export default defineProvider({ name: 'faulty-default', rows: () => [
  setting('/faulty-default', { fields: { a: Type.Number() }, writable: ['a'] }) ] });`,
  ),
];

let room: string;
let installed: string;
beforeAll(() => {
  room = temporaryFolder();
  const source = join(room, 'source');
  const homes = [lamps, lampDriver, crashing, ...faulty].map((one) => writePackage(source, one));
  const crash = join(source, crashing.name);
  compileNative(join(crash, 'crash.c'), join(crash, 'crash.node'));
  installed = install(room, homes);
}, 180_000);

const acme = { id: 'acme-1', transport: 'acme', model: 'lamp-4' };

test("a vendor's provider and driver, packed and installed, serve rows as if they were in the house", async () => {
  const service = await startService({
    state: join(room, 'state-good'),
    cli: installed,
    config: {
      providers: [...quietConfig.providers, 'acme-lamps'],
      drivers: [...quietConfig.drivers, 'acme-lamp-driver'],
      devices: [...quietConfig.devices, acme],
    },
  });
  await service.until('/lamps/2', (row) => row.lit === false);
  await write(service, '/lamps/2', { brightnessPercent: 40.5 });
  await service.until('/lamps/2', (row) => row.lit === true && row.brightnessPercent === 40.5);
  const refused = await service.patch('/lamps/2', { brightnessPercent: 40.25 });
  expect(refused.status).toBe(422);
  expect(refused.body.errors[0]).toMatchObject({ field: 'brightnessPercent', code: 'off-step' });
  const { drivers } = (await service.get('/hardware')).body;
  expect(drivers).toContainEqual(expect.objectContaining({ name: 'acme-lamp-driver', chosen: true }));
});

test('five kinds of faulty providers are named in words, all at once, and the rest starts', async () => {
  const talk: string[] = [];
  const service = await startService({
    state: join(room, 'state-faulty'),
    cli: installed,
    config: {
      providers: [...quietConfig.providers, ...faulty.map(({ name }) => name), 'acme-lamps'],
      drivers: [],
      devices: [],
    },
  });
  service.child.stderr?.on('data', (chunk) => talk.push(String(chunk)));
  expect((await service.get('/console')).status).toBe(200);
  expect((await service.get('/lamps/1')).status).toBe(200);
  const { warnings } = (await service.get('/warnings')).body;
  const words = warnings.map((w: { title: string; detail: string }) => `${w.title} ${w.detail}`).join('\n');
  for (const { name } of faulty) expect(words).toContain(name);
  expect(words).toContain('the licence file is missing');
  expect(words).toContain('/elsewhere/row');
  expect(words).toContain('acme.dimmer');
  expect(words).toMatch(/faulty-api.*api: .*use 1/);
  expect(words).toMatch(/default/);
});

test('a driver that crashes with a segmentation fault is named and set aside, and a sine plays on', async () => {
  const service = await startService({
    state: join(room, 'state-crash'),
    cli: installed,
    config: { drivers: [...quietConfig.drivers, crashing.name] },
  });
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  await service.stop();

  // now with a device that the crashing driver matches
  const again = await startService({
    state: service.state,
    cli: installed,
    config: { drivers: [...quietConfig.drivers, crashing.name], devices: [...quietConfig.devices, acme] },
  });
  await opening(again);
  await startRecording(again);
  const { drivers } = await again.until('/hardware', (row) =>
    row.drivers.some((d: { name: string; state?: string }) => d.name === crashing.name && d.state === 'failed'),
  );
  const culprit = drivers.find((d: { name: string }) => d.name === crashing.name);
  expect(culprit.chosen).toBe(false);
  expect(culprit.reason).toMatch(/crash/i);
  await recorded(again, 1);
  const left = (await stopRecording(again)).channels[0] as Float64Array;
  // past the opening fade: the crashes and restarts of the other process fall into the rest
  const fit = fitSine(left.subarray(0.6 * 48000), 1000, 48000);
  expect(fit.levelDb).toBeCloseTo(-20, 1);
  expect(fit.residualDb).toBeLessThan(-90);
}, 120_000);
