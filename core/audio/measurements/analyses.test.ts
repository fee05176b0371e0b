import { expect, test } from 'vitest';
import type { AnalysisOrder } from '../../driver.ts';
import type { Alignment, Spectrum } from '../../services.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { Analyses } from './analyses.ts';

const input1 = '/channel/input/1';
const input2 = '/channel/input/2';

function setUp() {
  const time = new FakeTime();
  const orders: AnalysisOrder[] = [];
  const analyses: Analyses = new Analyses(time, () => orders.push(analyses.order));
  analyses.take({ type: 'bands', bandsPerOctave: 3, frequenciesHz: [100, 1000] });
  const spectrum = (number: number, ...levelsDb: number[]) =>
    analyses.take({ type: 'spectrum', atMs: 5, number, levelsDb: new Float32Array(levelsDb) });
  return { time, orders, analyses, spectrum };
}
const nothing = () => {};
const soon = () => Promise.resolve();

test('the process gets one order for all readers of a tick, at the fastest interval of each spectrum', async () => {
  const { orders, analyses } = setUp();
  const stops = [
    analyses.readSpectrum(input1, 3, 100, nothing),
    analyses.readSpectrum(input1, 3, 66, nothing),
    analyses.readSpectrum(input1, 24, 66, nothing),
    analyses.readAlignment(input2, input1, nothing),
    analyses.readAlignment(input2, input1, nothing),
  ];
  await soon();
  expect(orders).toEqual([
    {
      spectra: [
        { number: 1, path: input1, bandsPerOctave: 3, intervalMs: 66 },
        { number: 2, path: input1, bandsPerOctave: 24, intervalMs: 66 },
      ],
      alignments: [{ number: 3, path: input2, reference: input1 }],
    },
  ]);
  for (const stop of stops) stop();
  await soon();
  expect(orders.slice(1)).toEqual([{ spectra: [], alignments: [] }]);
});

test('a new link gets the order of all readers, and none without readers', async () => {
  const { orders, analyses } = setUp();
  analyses.askAgain();
  await soon();
  expect(orders).toEqual([]);
  analyses.readAlignment(input2, input1, nothing);
  await soon();
  analyses.askAgain();
  await soon();
  expect(orders[1]).toEqual(orders[0]);
});

test('each reader of a spectrum gets it at its own interval, with the frequencies of its bands', async () => {
  const { time, analyses, spectrum } = setUp();
  const fast: Spectrum[] = [];
  const slow: Spectrum[] = [];
  analyses.readSpectrum(input1, 3, 50, (sample) => fast.push(sample));
  analyses.readSpectrum(input1, 3, 100, (sample, atMs) => slow.push(sample) && expect(atMs).toBe(5));
  for (let sample = 0; sample < 10; sample += 1) {
    spectrum(1, -144, -sample);
    time.advance(50);
  }
  expect(fast).toHaveLength(10);
  expect(slow).toHaveLength(5);
  expect(slow[1]).toEqual({ bandsPerOctave: 3, frequenciesHz: [100, 1000], levelsDb: [-144, -2] });
});

test('a spectrum without readers, and one before its frequencies, is ignored', () => {
  const { analyses, spectrum } = setUp();
  const got: unknown[] = [];
  const stop = analyses.readSpectrum(input1, 3, 50, (sample) => got.push(sample));
  analyses.readSpectrum(input1, 6, 50, (sample) => got.push(sample));
  spectrum(1, -1);
  spectrum(2, -1, -1);
  spectrum(9, -1, -1);
  stop();
  spectrum(1, -1, -1);
  expect(got).toEqual([]);
});

test('an alignment reaches those who compare these two strips', () => {
  const { analyses } = setUp();
  const got: Alignment[] = [];
  const other: Alignment[] = [];
  const stop = analyses.readAlignment(input1, input2, (sample) => got.push(sample));
  analyses.readAlignment(input2, input1, (sample) => other.push(sample));
  const result = { frames: 48, offsetMs: 1, confidencePercent: 99 };
  const after = { offsetAfterDelayMs: -0.5, confidenceAfterDelayPercent: 98 };
  analyses.take({ type: 'alignment', atMs: 5, number: 1, ...result, ...after });
  analyses.take({ type: 'alignment', atMs: 5, number: 1, ...result });
  stop();
  analyses.take({ type: 'alignment', atMs: 6, number: 1, ...result });
  expect(got).toEqual([
    { reference: input2, ...result, ...after },
    { reference: input2, ...result, offsetAfterDelayMs: null, confidenceAfterDelayPercent: 0 },
  ]);
  expect(other).toEqual([]);
});
