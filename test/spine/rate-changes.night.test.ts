// What the desk says of its clock after changes of its rate.
import { afterEach, expect, test } from 'vitest';
import { opening, startRecording, stopRecording, write } from '../harness/desk.ts';
import { startService, stopServices } from '../harness/service.ts';

afterEach(stopServices);

test('however often the rate changes, the desk says that it runs, by the clock that drives it', async () => {
  const service = await startService();
  await opening(service);
  for (const rate of [44100, 48000, 44100, 48000, 44100, 48000, 44100, 48000]) {
    await write(service, '/clock/force', { rate });
    await service.until('/clock', (row) => row.rate === rate);
    await service.until('/console', ({ engine }) => engine === 'running');
    await service.until('/clock/warnings', ({ warnings }) => warnings.length === 0);
    const { references } = (await service.get('/clock/references')).body;
    expect(references[0]).toMatchObject({ driving: true, grade: 'internal' });
  }
});

test('a recording is one file of one rate: another rate is refused until it ends', async () => {
  const service = await startService();
  await opening(service);
  await startRecording(service);
  const { status, body } = await service.patch('/clock/force', { rate: 44100 });
  expect([status, body.code, body.params]).toEqual([409, 'conflict', { reason: 'recording' }]);
  expect((await service.get('/clock')).body.rate).toBe(48000);
  await stopRecording(service);
  await write(service, '/clock/force', { rate: 44100 });
  await service.until('/clock', ({ rate }) => rate === 44100);
});
