import { expect, test } from 'vitest';
import type { AnalysisOrder, AnalysisResults } from '../../driver.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { decodeSpectrum } from '../link/spectrum-frame.ts';
import { AnalysisSender } from './analysis-sender.ts';
import type { CheckedMixer } from './checked-mixer.ts';

const order: AnalysisOrder = {
  spectra: [{ number: 7, path: '/channel/input/1', bandsPerOctave: 3, intervalMs: 66 }],
  alignments: [{ number: 8, path: '/channel/input/1', reference: '/channel/input/2' }],
};
const nothing: AnalysisOrder = { spectra: [], alignments: [] };
const results: AnalysisResults = {
  spectra: [{ number: 7, levelsDb: new Float32Array([-20, 0]) }],
  alignments: [{ number: 8, frames: 48, offsetMs: 1, confidencePercent: 99 }],
};

function mixer() {
  const orders: AnalysisOrder[] = [];
  const pending: AnalysisResults[] = [];
  const double: Pick<CheckedMixer, 'analyse' | 'readAnalysis' | 'bandFrequenciesHz'> = {
    analyse: (given) => void orders.push(given),
    readAnalysis: () => pending.shift() ?? { spectra: [], alignments: [] },
    bandFrequenciesHz: () => [100, 1000],
  };
  return { orders, pending, double };
}

function setUp() {
  const time = new FakeTime();
  const first = mixer();
  const host: { mixer: Pick<CheckedMixer, 'analyse' | 'readAnalysis' | 'bandFrequenciesHz'> | undefined } = {
    mixer: first.double,
  };
  const sent: unknown[] = [];
  const link = {
    isSlow: false,
    send: (message: unknown) => void sent.push(message),
    sendSpectrum: (body: Uint8Array) => void sent.push(decodeSpectrum(Buffer.from(body)).levelsDb),
  };
  return { time, first, host, sent, link, reading: new AnalysisSender(host, time, link) };
}
const bands = { type: 'bands', bandsPerOctave: 3, frequenciesHz: [100, 1000] };

test('results are sent as they come, the frequencies of bands once before', () => {
  const { time, first, sent, reading } = setUp();
  reading.read(order);
  first.pending.push(results, results);
  time.advance(40);
  const alignment = { type: 'alignment', number: 8, atMs: expect.any(Number), frames: 48, offsetMs: 1 };
  const both = [
    results.spectra[0]?.levelsDb,
    { ...alignment, confidencePercent: 99, offsetAfterDelayMs: null, confidenceAfterDelayPercent: 0 },
  ];
  expect(sent).toEqual([bands, ...both, ...both]);
});

test('without an order there are no looks, and a connection does not end analyses that it did not order', () => {
  const { time, first, sent, reading } = setUp();
  reading.stop();
  reading.read({ spectra: [], alignments: [] });
  reading.stop();
  expect(first.orders).toEqual([]);
  reading.read(order);
  reading.stop();
  first.pending.push(results);
  time.advance(100);
  expect(first.orders).toEqual([order, nothing]);
  expect(sent).toEqual([]);
});

test('a new mixer gets the order, and its bands are sent again', () => {
  const { time, first, host, sent, reading } = setUp();
  reading.read(order);
  first.pending.push(results);
  time.advance(20);
  const second = mixer();
  host.mixer = second.double;
  second.pending.push(results);
  time.advance(20);
  expect(second.orders).toEqual([order]);
  expect(sent.filter((each) => (each as { type?: string }).type === 'bands')).toHaveLength(2);
});

test('a reader that does not read gets nothing more to read', () => {
  const { time, first, sent, link, reading } = setUp();
  reading.read(order);
  link.isSlow = true;
  first.pending.push(results);
  time.advance(20);
  link.isSlow = false;
  time.advance(20);
  expect(sent).toEqual([]);
});

test('without a mixer there is nothing to send', () => {
  const { time, host, sent, reading } = setUp();
  reading.read(order);
  host.mixer = undefined;
  time.advance(100);
  expect(sent).toEqual([]);
});
