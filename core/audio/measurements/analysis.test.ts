import { afterEach, expect, test } from 'vitest';
import type { Alignment, Spectrum } from '../../services.ts';
import { endTrials, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

test('spectra and alignments cross the link while they are read, also by readers from before the start', async () => {
  const trial = tryAudio({
    drivers: ['fake-mixer', 'fake-virtual'],
    devices: [{ id: 'virtual-2x2', transport: 'virtual', model: 'virtual-2x2' }],
  });
  const thirds: Spectrum[] = [];
  const fine: Spectrum[] = [];
  const delays: Alignment[] = [];
  const input1 = '/channel/input/1';
  const stops = [
    trial.audio.readSpectrum(input1, 3, 20, (spectrum) => thirds.push(spectrum)),
    trial.audio.readSpectrum(input1, 24, 20, (spectrum) => fine.push(spectrum)),
    trial.audio.readAlignment('/channel/input/2', input1, (alignment) => delays.push(alignment)),
  ];
  await trial.until('spectra and an alignment', () => thirds.length > 2 && fine.length > 2 && delays.length > 0);
  expect(thirds[0]).toEqual({ bandsPerOctave: 3, frequenciesHz: [100, 300], levelsDb: [-3, -6.5] });
  expect(fine[0]).toEqual({ bandsPerOctave: 24, frequenciesHz: [100, 2400], levelsDb: [-24, -6.5] });
  // This mixer does not measure behind the delays.
  const after = { offsetAfterDelayMs: null, confidenceAfterDelayPercent: 0 };
  expect(delays[0]).toEqual({ reference: input1, frames: 48, offsetMs: 1.01, confidencePercent: 97.5, ...after });
  for (const stop of stops) stop();
  const lastOrder = async () => (await trial.journal()).filter(({ did }) => did === 'analyse').at(-1);
  await expect.poll(lastOrder).toMatchObject({ spectra: [], alignments: [] });
});
