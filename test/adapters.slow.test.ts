// The configuration of a driver on a real service: what its manifest allows is taken, and what it does is heard of.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { running, settled, write } from './harness/desk.ts';
import { type Service, startService, stopServices } from './harness/service.ts';

let desk: Service;
beforeAll(async () => {
  desk = await startService({
    config: { providers: ['console', 'clock', 'channel', 'telemetry', 'stagebox', 'adapter', 'warnings'] },
  });
  await running(desk);
});
afterAll(stopServices);

const adapter = '/adapter/virtual';

test('a box that runs at 48 kHz only is rehearsed: the device is opened anew with it, and another rate is not applied', async () => {
  const { types } = (await desk.get('/adapterType')).body;
  const { configSchema } = types.find(({ token }: { token: string }) => token === 'virtual');
  expect(configSchema.properties.supportedRates).toMatchObject({ type: 'array', minItems: 1 });
  expect((await desk.get('/clock')).body.supportedRates).toContain(96_000);

  await write(desk, adapter, { config: { supportedRates: [48_000] } });
  await desk.until('/clock', ({ supportedRates }) => supportedRates.join() === '48000');
  await desk.until(adapter, ({ state }) => state === 'running');
  await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
  await write(desk, '/clock/force', { rate: 96_000 });
  await desk.until('/clock/force', ({ rateNotApplied }) => rateNotApplied);
  expect((await desk.get('/clock')).body.rate).toBe(48_000);

  await write(desk, '/clock/force', { rate: null });
  await write(desk, adapter, { config: {} });
  await desk.until('/clock', ({ supportedRates }) => supportedRates.includes(96_000));
  await settled(desk);
});

test('what the driver does not take is refused with the field, and changes nothing', async () => {
  const before = (await desk.get(adapter)).body.config;
  const { status, body } = await desk.patch(adapter, { config: { supportedRates: [22_050], colour: 'red' } });
  expect(status).toBe(422);
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['config/colour', 'config/supportedRates/0']),
  );
  expect((await desk.get(adapter)).body.config).toEqual(before);
});
