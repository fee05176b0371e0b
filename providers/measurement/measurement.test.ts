import { quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const providers = ['console', 'measurement'];
let desk: TestHost;

beforeEach(async () => {
  desk = await startTestHost({ providers });
});
afterEach(() => desk.close());

test('settings are of strips that are there, within their ranges', async () => {
  const microphone = { kind: 'input', index: 32 };
  const output = { kind: 'main', index: 1 };
  expect((await desk.patch('/measurement', { microphone, output })).body).toMatchObject({ microphone, output });
  for (const wrong of [
    { microphone: { kind: 'input', index: 33 } },
    { microphone: output },
    { output: microphone },
    { levelDb: 0.5 },
    { durationS: 31 },
    { smoothing: 5 },
    { microphoneId: '../x' },
    { fromHz: 9 },
  ]) {
    expect((await desk.patch('/measurement', wrong)).status).toBe(422);
  }
});

test('/measurement holds what a row must hold', () => walkRow(desk, '/measurement', quickWalk));
