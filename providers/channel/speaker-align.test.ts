import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel'] });
});
afterEach(() => desk.close());

const mixer = () => desk.audio.target('mixer');
const speakers = '/channel/matrix/1/speakerAlign';
const told = (field: string, path = speakers) => mixer().value(path, field);

test('speakers are told to the mixer on strips that have them, and kept by all others', async () => {
  const written = { enabled: true, delayMs: 12.34, distanceM: 20.5, temperatureC: 28.5, levelTrimDb: -3 };
  expect((await desk.patch(speakers, { ...written, polarityInverted: true, reference: 'main/1' })).status).toBe(200);
  expect(Object.keys(written).map((field) => told(field))).toEqual(Object.values(written));
  expect([told('polarityInverted'), told('reference'), told('appliedDelayMs')]).toEqual([true, undefined, undefined]);
  for (const strip of ['main/1', 'mix/1', 'aux/1', 'cue/1']) {
    const path = `/channel/${strip}/speakerAlign`;
    await desk.patch(path, { delayMs: 1 });
    expect(told('delayMs', path), path).toBe(1);
  }
  for (const strip of ['input/1', 'fxReturn/1', 'fxSend/1', 'dca/1', 'muteGroup/1', 'mixMinus/1']) {
    const path = `/channel/${strip}/speakerAlign`;
    expect((await desk.patch(path, { delayMs: 2 })).body.delayMs, path).toBe(2);
    expect(told('delayMs', path), path).toBeUndefined();
  }
});

test('the applied delay is what the mixer reports', async () => {
  await desk.patch(speakers, { enabled: true, delayMs: 40 });
  expect((await desk.get(speakers)).body.appliedDelayMs).toBe(0);
  mixer().report(speakers, 'appliedDelayMs', 39.9974);
  expect((await desk.get(speakers)).body.appliedDelayMs).toBe(39.9974);
  expect((await desk.patch(speakers, { appliedDelayMs: 1 })).body.errors).toMatchObject([{ code: 'read-only' }]);
});

test('each field has its range, whatever the others are, on strips of any kind', async () => {
  const most = { delayMs: 500, distanceM: 150, temperatureC: -30, levelTrimDb: 6 };
  for (const path of [speakers, '/channel/dca/1/speakerAlign']) {
    expect((await desk.patch(path, most)).status).toBe(200);
    const { status, body } = await desk.patch(path, { ...most, delayMs: 500.01, temperatureC: -30.1 });
    expect([status, (body.errors as { field: string }[]).map(({ field }) => field)]).toEqual([
      422,
      ['delayMs', 'temperatureC'],
    ]);
    expect(body.errors).toMatchObject([
      { params: { minimum: 0, maximum: 500, unit: 'ms' } },
      { params: { minimum: -30 } },
    ]);
  }
});
