// The clipboard, from outside: what was copied is heard where it is pasted.
import { afterEach, expect, test } from 'vitest';
import { patchThrough, recordMain, running, settled, write } from '../harness/desk.ts';
import { prompt, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';

const providers = ['console', 'clock', 'channel', 'clipboard', 'telemetry', 'stagebox'];
const rate = 48_000;
afterEach(stopServices);

async function leftDb(service: Service): Promise<number> {
  await settled(service);
  const { channels } = await recordMain(service, 0.6);
  const [left] = channels as [Float64Array];
  return fitSine(left.subarray(left.length - rate / 4), 1000, rate).levelDb;
}

test('a strip is pasted onto another: fader, pan and equaliser are heard there, what it hears is its own; kept over a kill', async () => {
  const state = { config: { ...prompt, providers }, freewheels: true };
  const first = await startService(state);
  await running(first);
  await write(first, '/channel/input/1', { levelDb: -6, pan: -100 });
  await write(first, '/channel/input/1/eq', { enabled: true });
  await write(first, '/channel/input/1/eq/bands/2', { type: 'peak', frequencyHz: 1000, gainDb: -4, q: 1 });
  await write(first, '/clipboard/2', { from: { kind: 'input', index: 1 } });
  await first.kill();

  const service = await startService({ ...state, state: first.state });
  await patchThrough(service, 5, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  expect(Math.abs((await leftDb(service)) - (-20 - 3.01))).toBeLessThan(0.05);
  await write(service, '/clipboard/2/paste', { running: true, targets: [{ kind: 'input', index: 5 }] });
  const { report } = await service.until('/clipboard/2/paste', (row) => !row.running);
  expect(report).toMatchObject({ outcome: 'applied', leftOut: [] });
  // full left by the pan law is 0 dB; fader and band add up
  expect(Math.abs((await leftDb(service)) - (-20 - 6 - 4))).toBeLessThan(0.05);
  expect((await service.get('/channel/input/5')).body.sourceId).toBe('virtual-32x16:in-5');
});
