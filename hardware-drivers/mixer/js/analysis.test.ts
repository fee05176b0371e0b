// Spectra and alignments as the audio process asks for them. How right they are is tested in test/*.cc.
import type { AnalysisResults } from 'rowdesk/driver';
import { afterEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

const nothing: AnalysisResults = { spectra: [], alignments: [] };

describe.skipIf(!isTested)('the analysis', () => {
  const context = { ...mixerContext, processors: [] };
  const opened: DeskMixer[] = [];
  /** Inputs 1 and 2 take a 1 kHz sine of -20 dBFS, input 3 silence. */
  const open = () => {
    const mixer = new DeskMixer({ input: 3, main: 1 }, context, {});
    opened.push(mixer);
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', 'a:in-3', 'a:in-4'], outputs: ['a:out-1', 'a:out-2'] });
    mixer.apply(1, [
      { path: '/channel/input/1', field: 'sourceId', value: 'a:in-1' },
      { path: '/channel/input/2', field: 'sourceId', value: 'a:in-3' },
    ]);
    pump(mixer, 48000, 64);
    return mixer;
  };
  afterEach(() => {
    for (const mixer of opened.splice(0)) mixer.close();
  });

  /** Plays until the thread that analyses has given what is asked for; the test's own time limit ends it. */
  const playUntil = async (mixer: DeskMixer, isThere: (results: AnalysisResults) => boolean) => {
    for (;;) {
      pump(mixer, 0, 4096);
      await new Promise((resolve) => setTimeout(resolve, 15));
      const results = mixer.readAnalysis();
      if (isThere(results)) return results;
    }
  };
  const spectrum = (number: number, path: string) => ({ number, path, bandsPerOctave: 3 as const, intervalMs: 66 });

  test('the spectrum of a strip shows its tone in its band, whatever its fader', async () => {
    const mixer = open();
    mixer.analyse({ spectra: [spectrum(7, '/channel/input/1'), spectrum(8, '/channel/input/3')], alignments: [] });
    const { spectra } = await playUntil(mixer, (results) => results.spectra.length === 2);
    const frequenciesHz = mixer.bandFrequenciesHz(3);
    expect(frequenciesHz).toHaveLength(31);
    const band = frequenciesHz.findIndex((hz) => Math.abs(hz - 1000) < 1);
    const levelsOf = (number: number) => spectra.find((each) => each.number === number)?.levelsDb;
    expect(levelsOf(7)?.[band]).toBeCloseTo(-20, 1);
    expect(levelsOf(7)?.[band - 3]).toBeLessThan(-90);
    expect(levelsOf(8)).toEqual(new Float32Array(31).fill(-144));
  });

  test('a sine has no measurable delay, and the result says so', async () => {
    const mixer = open();
    const alignments = [{ number: 3, path: '/channel/input/1', reference: '/channel/input/2' }];
    mixer.analyse({ spectra: [], alignments });
    const { alignments: found } = await playUntil(mixer, (results) => results.alignments.length === 1);
    expect(found[0]?.number).toBe(3);
    expect(found[0]?.confidencePercent).toBeLessThan(10);
  });

  test('what is not ordered any more gives nothing, and what names no strip never does', async () => {
    const mixer = open();
    mixer.analyse({
      spectra: [spectrum(1, '/channel/input/9'), spectrum(2, '/channel/input/1')],
      alignments: [{ number: 3, path: '/channel/input/1', reference: '' }],
    });
    const { spectra, alignments } = await playUntil(mixer, (results) => results.spectra.length > 0);
    expect(spectra.map(({ number }) => number)).toEqual([2]);
    expect(alignments).toEqual([]);
    mixer.analyse(nothing);
    // the next order is carried out after this one
    mixer.analyse({ spectra: [spectrum(4, '/channel/input/1')], alignments: [] });
    const later = await playUntil(mixer, (results) => results.spectra.length > 0);
    expect(later.spectra.map(({ number }) => number)).toEqual([4]);
  });
});
