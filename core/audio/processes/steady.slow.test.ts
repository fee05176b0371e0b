import { afterEach, expect, test } from 'vitest';
import type { MeterSample, RealTimeFigures } from '../../services.ts';
import { endTrials, type Trial, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

async function running(): Promise<Trial> {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-virtual', 'fake-preamp'],
    devices: [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }],
  });
  await trial.until('running', () => trial.audio.state === 'running');
  return trial;
}

const force = (value: unknown) => ({ path: '/clock/force', field: 'rate', value });

test('a forced rate fades out, runs the device at that rate, and fades in; null goes back to the default', async () => {
  const trial = await running();
  const { length } = await trial.journal();
  trial.apply('clock', [force(96000)]);
  await trial.until('the rate', () => trial.audio.clock.rate === 96000);
  await trial.until('the echo', () => trial.observed.get('/clock/force rate')?.value === 96000);
  const done = (await trial.journal()).slice(length);
  expect(done.map(({ did, fadeMs }) => [did, fadeMs])).toEqual([
    ['close', 20],
    ['connect', undefined],
    ['open', 100],
  ]);
  trial.apply('clock', [force(null)]);
  await trial.until('the default', () => trial.audio.clock.rate === 48000);
  await trial.until('the echo', () => trial.observed.get('/clock/force rate')?.value === null);
});

test('a rate that the device has not is refused with the reason, and the sound is not touched', async () => {
  const trial = await running();
  const { length } = await trial.journal();
  trial.apply('clock', [force(192000)]);
  await trial.until('the refusal', () => trial.observed.get('/clock/force rate')?.state === 'refused');
  expect(trial.observed.get('/clock/force rate')?.reason).toContain('what drives the mixer does not run at 192000 Hz');
  expect(trial.audio.clock.rate).toBe(48000);
  expect(await trial.journal()).toHaveLength(length);
  trial.apply('clock', [force(0)]);
  await trial.until('the release', () => trial.observed.get('/clock/force rate')?.state === 'applied');
});

test('a lost clock closes the outputs, is a warning and grade synthetic; steady again, they open', async () => {
  const trial = await running();
  await trial.audio.call('mixer', 'loseClock', { lost: true });
  await trial.until('the warning', () => trial.warning('audio-clock') !== undefined);
  expect(trial.audio).toMatchObject({ state: 'degraded', clock: { grade: 'synthetic' } });
  await trial.audio.call('mixer', 'loseClock', { lost: false });
  await trial.until('running', () => trial.audio.state === 'running');
  const [closed, opened] = (await trial.journal()).filter(({ reason }) => reason === 'clock');
  expect([closed?.did, closed?.fadeMs, opened?.did]).toEqual(['close', 0, 'open']);
  expect(trial.warning('audio-clock')).toBeUndefined();
});

test('meters and figures flow while they are read', async () => {
  const trial = await running();
  const meters: MeterSample[] = [];
  const stop = trial.audio.readMeters(20, (sample) => meters.push(sample));
  await trial.until('meters', () => meters.length > 2);
  stop();
  const [{ columns, strips }] = meters as [MeterSample];
  expect([...strips.keys()]).toEqual(['/channel/input/1', '/channel/input/2', '/channel/main/1']);
  expect(columns.map(({ name }) => name)).toEqual(['peak', 'fake.deltaDb']);
  expect([...(strips.get('/channel/main/1')?.values ?? [])]).toEqual([0.5, 0.5, 0.5]);
  const figures: RealTimeFigures[] = [];
  const stopFigures = trial.audio.readRealTime(50, (sample) => figures.push(sample));
  await trial.until('figures', () => figures.length > 1);
  stopFigures();
  expect(figures[0]).toMatchObject({
    xruns: 7,
    lastXrunAt: '1970-01-01T00:00:01.000Z',
    quantum: 64,
    rate: 48000,
    dspLoadPercent: 1,
    processId: trial.processId(),
  });
});

test('a call reaches its target in whichever process that is, and the words of a refusal come back', async () => {
  const trial = await running();
  await trial.until('the preamp', () =>
    trial.targets.list().some(({ name, isPresent }) => name === 'stagebox:preamp-1' && isPresent),
  );
  expect(await trial.audio.call('stagebox:preamp-1', 'settings', {})).toEqual({ config: {} });
  await expect(trial.audio.call('mixer', 'refuse', {})).rejects.toMatchObject({
    code: 'target-refused',
    message: 'the mixer does not want to',
  });
  await expect(trial.audio.call('stagebox:nope', 'identify', {})).rejects.toMatchObject({ code: 'device-absent' });
});

test('a control moved by hand is reported, and a notice of a driver comes and goes', async () => {
  const trial = await running();
  await trial.audio.call('stagebox:virtual-2x2', 'turn', { gainDb: 12 });
  await trial.until('the turn', () => trial.changedOnDevice.length > 0);
  expect(trial.changedOnDevice).toEqual([
    { path: '/stagebox/virtual-2x2/inputs/1', field: 'gainDb', value: 12, state: 'applied' },
  ]);
  await trial.audio.call('stagebox:virtual-2x2', 'warn', { id: 'fan', text: 'the fan is stuck' });
  await trial.until('the notice', () => trial.warning('driver-fake-virtual-fan')?.detail === 'the fan is stuck');
  await trial.audio.call('stagebox:virtual-2x2', 'warn', { id: 'fan', text: '' });
  await trial.until('its end', () => trial.warning('driver-fake-virtual-fan') === undefined);
});

test('a device that reports NaN has the value from before it, is said to, and changes nothing of the desk by it', async () => {
  const trial = await running();
  const gain = () => trial.observed.get('/stagebox/virtual-2x2/inputs/1 gainDb');
  const measure = (args: object) => trial.audio.call('stagebox:virtual-2x2', 'measure', { ...args });
  const notice = () => trial.warning('driver-fake-virtual-values-stagebox-virtual-2x2')?.detail;
  await measure({ gainDb: 12 });
  await trial.until('a gain', () => gain()?.value === 12);
  await measure({ gainDb: null, isByHand: true });
  await trial.until('its refusal', () => gain()?.state === 'refused');
  expect(gain()).toMatchObject({ value: 12, reason: 'its driver reports NaN' });
  await trial.until('the notice', () => notice() !== undefined);
  expect(notice()).toContain('It reports NaN in gainDb of /stagebox/virtual-2x2/inputs/1');
  expect(trial.changedOnDevice).toEqual([]);
  await measure({ gainDb: 13, isByHand: true });
  await trial.until('its end', () => gain()?.state === 'applied' && notice() === undefined);
  expect(trial.changedOnDevice).toMatchObject([{ field: 'gainDb', value: 13 }]);
});

test('many writes at once: the last value of each field is what the mixer has', async () => {
  const trial = await running();
  const { length } = await trial.journal();
  for (let value = 1; value <= 200; value += 1) {
    trial.apply('mixer', [{ path: '/channel/input/1', field: 'levelDb', value: -value / 10 }]);
  }
  await trial.until('the last', () => trial.observed.get('/channel/input/1 levelDb')?.value === -20);
  const blocks = (await trial.journal()).slice(length);
  expect(blocks.length).toBeLessThan(10);
  expect(blocks.at(-1)).toMatchObject({ revision: trial.revision, values: [{ value: -20 }] });
});
