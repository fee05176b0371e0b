import { afterEach, expect, test } from 'vitest';
import { endTrials, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

const virtual = { id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' };
const level = (path: string, value: number) => ({ path, field: 'levelDb', value });

test('the audio process starts, takes the complete state, and only then opens its outputs', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-virtual'],
    devices: [virtual],
    wanted: { mixer: [level('/channel/input/1', -20), level('/channel/input/2', -144), level('/channel/nope/1', 0)] },
  });
  expect(trial.audio.state).toBe('starting');
  expect(trial.audio.devices).toMatchObject([{ id: 'virtual-2x2', present: false, ports: [] }]);
  await trial.until('running', () => trial.audio.state === 'running');
  expect(trial.audio.clock).toEqual({
    rate: 48000,
    quantum: 64,
    supportedRates: [44100, 48000, 96000],
    driving: 'virtual-2x2',
    grade: 'internal',
  });
  expect(trial.audio.devices).toMatchObject([{ id: 'virtual-2x2', driver: 'fake-virtual', present: true }]);
  expect(trial.audio.devices[0]?.ports).toHaveLength(4);
  const journal = await trial.journal();
  const done = journal.map(({ did, reason }) => (reason ? `${did} ${reason}` : did));
  expect(done).toEqual(['connect', 'open driver', 'apply', 'open startup']);
  expect(journal[0]).toMatchObject({ inputs: ['virtual-2x2:in-1', 'virtual-2x2:in-2'] });
  // only what differs is written, as one block
  expect(journal[2]?.values).toEqual([level('/channel/input/1', -20), level('/channel/nope/1', 0)]);
  expect(journal[3]).toMatchObject({ fadeMs: 500 });
  await trial.until('the refusal', () => trial.observed.get('/channel/nope/1 levelDb')?.state === 'refused');
  expect(trial.observed.get('/channel/nope/1 levelDb')?.reason).toBe('the mixer has no such address');
  await trial.until('the echo', () => trial.observed.get('/channel/input/1 levelDb')?.value === -20);
});
