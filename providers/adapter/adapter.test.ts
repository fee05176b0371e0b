import type { DriverChoice } from 'rowdesk/provider';
import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** As a manifest has it. */
const configSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    retryMs: { type: 'integer', minimum: 100, maximum: 60_000, default: 1000 },
    host: { type: 'string', maxLength: 64 },
  },
};

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({ providers: ['adapter', 'warnings'], time });
  desk.audio.types = [
    { name: 'mixer', kind: 'mixer', transports: [], configSchema: { type: 'object' }, config: {} },
    { name: 'box', kind: 'stagebox', transports: ['usb', 'virtual'], configSchema, config: { retryMs: 500 } },
  ];
  desk.audio.become({ choices: [choice('mixer', 'mixer'), choice('box', 'stagebox')] });
});
afterEach(() => desk.close());

const choice = (name: string, kind: string): DriverChoice => ({
  ...{ name, version: '1.0.0', kind, chosen: true, score: 2 },
  ...{ reason: 'matches its model', state: 'running', restarts: 1 },
});

/** What a task's row says once it has ended. */
async function ended(path: string) {
  for (let looks = 0; looks < 500; looks += 1) {
    const { body } = await desk.get(path);
    if (!body.running) return body;
    time.advance(100);
  }
  throw new Error('it does not end');
}

test('drivers of devices are adapters, each a type of its own; the mixer is none', async () => {
  expect((await desk.get('/adapterType')).body.types).toEqual([
    { token: 'box', label: 'box', transports: ['usb', 'virtual'], configSchema },
  ]);
  expect((await desk.get('/adapter')).body.adapters).toEqual([
    {
      ...{ id: 'box', type: 'box', label: 'box', state: 'running', reason: 'matches its model' },
      ...{ since: new Date(time.now()).toISOString(), corrections: 0, restarts: 1 },
    },
  ]);
  expect((await desk.get('/adapter/mixer')).status).toBe(404);
});

test('a watcher sees a state with the time since when it is so', async () => {
  const watched = await desk.watch('/adapter/box');
  expect((await watched.next()).row).toMatchObject({ state: 'running' });
  time.advance(5000);
  desk.audio.become({ choices: [{ ...choice('box', 'stagebox'), state: 'failed', reason: 'it can not be opened' }] });
  expect((await watched.next()).row).toMatchObject({
    ...{ state: 'failed', reason: 'it can not be opened', since: new Date(time.now()).toISOString() },
  });
  watched.close();
});

test('one that is switched off is told so, and when it is switched on again', async () => {
  const off = await desk.patch('/adapter/box', { enabled: false, label: 'Stage left' });
  expect(off.status).toBe(200);
  expect([...desk.audio.switchedOff]).toEqual([['box', 'switched off at /adapter/box']]);
  expect((await desk.get('/adapter')).body.adapters).toMatchObject([
    { label: 'Stage left', state: 'absent', reason: 'switched off at /adapter/box' },
  ]);
  expect((await desk.patch('/adapter/box/restart', { running: true })).status).toBe(409);
  await desk.patch('/adapter/box', { enabled: true });
  expect([...desk.audio.switchedOff]).toEqual([]);
});

test('a restart lets go of the devices and opens them again', async () => {
  const seen: string[] = [];
  desk.audio.drivers.onChange(() => seen.push(desk.audio.choices.find(({ name }) => name === 'box')?.state ?? ''));
  expect((await desk.patch('/adapter/box/restart', { running: true })).status).toBe(200);
  expect(await ended('/adapter/box/restart')).toMatchObject({ report: { outcome: 'applied' } });
  expect(seen).toEqual(['absent', 'running']);
});

test('a restart that would stop all sound is to be confirmed', async () => {
  const [device] = desk.audio.devices;
  if (!device) throw new Error('there is no device');
  desk.audio.become({ devices: [{ ...device, driver: 'box' }] });
  await desk.patch('/adapter/box/restart', { running: true });
  expect(await ended('/adapter/box/restart')).toMatchObject({ report: { preview: true } });
  expect([...desk.audio.switchedOff]).toEqual([]);
  await desk.patch('/adapter/box/restart', { running: true, confirm: true });
  expect(await ended('/adapter/box/restart')).toMatchObject({ report: { outcome: 'applied' } });
});

test('its configuration is that of the file until another one is written, which the driver gets', async () => {
  expect((await desk.get('/adapter/box')).body.config).toEqual({ retryMs: 500 });
  const { body, status } = await desk.patch('/adapter/box', { config: { host: 'stage-left' } });
  expect([status, body.config]).toEqual([200, { host: 'stage-left' }]);
  expect(desk.audio.configurations.get('box')).toEqual({ host: 'stage-left', retryMs: 1000 });
  expect((await desk.options('/adapter/box')).fields.config).toMatchObject({
    access: 'rw',
    properties: configSchema.properties,
    additionalProperties: false,
    default: { retryMs: 500 },
  });
});

test('a configuration that does not fit its driver is refused, each field named', async () => {
  const { status, body } = await desk.patch('/adapter/box', { config: { retryMs: 5, port: 7 } });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([
    { field: 'config/port', code: 'unknown-field' },
    { field: 'config/retryMs', code: 'out-of-range', message: expect.stringContaining('from 100 to 60000') },
  ]);
  expect((await desk.get('/adapter/box')).body.config).toEqual({ retryMs: 500 });
});

test('a configuration that another version of the driver had stays written, and a warning says why it is not used', async () => {
  await desk.patch('/adapter/box', { config: { host: 'stage-left' } });
  const [mixer, box] = desk.audio.types;
  if (!mixer || !box) throw new Error('there are no types');
  const { host: _, ...properties } = configSchema.properties;
  desk.audio.types = [mixer, { ...box, configSchema: { ...configSchema, properties } }];
  await desk.patch('/adapter/box', { label: 'Stage' });
  expect((await desk.get('/adapter/box')).body.config).toEqual({ host: 'stage-left' });
  const { status, body } = await desk.get('/warnings/adapter-config-box');
  expect([status, body.detail]).toEqual([200, expect.stringContaining('config host is not known here')]);
  await desk.patch('/adapter/box', { config: {} }).catch(() => {});
  expect((await desk.get('/warnings/adapter-config-box')).status).toBe(404);
});
