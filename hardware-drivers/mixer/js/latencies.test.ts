import type { Value } from 'rowdesk/driver';
import { afterEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { latencies } from './latencies.ts';
import { DeskMixer } from './mixer.ts';

const noSpeakers = { speakerDelays: () => {} };

test('what processors take and what mains wait is counted in frames of the rate', () => {
  const values = new Map<string, unknown>([
    ['/channel/input/1 sourceId', 'a:in-1'],
    ['/channel/input/2 sourceId', 'a:in-2'],
    [
      '/patch/outputs outputs',
      [{ strip: { kind: 'main', index: 1 }, leg: 'left', portId: 'driving:out-2', levelDb: 0 }],
    ],
  ]);
  const native = {
    ...noSpeakers,
    latencies: () => Uint32Array.of(48, 0, 24),
    routes: () => Uint32Array.of(0, 2, 1, 0, 1, 2, 1, 48),
  };
  const strips = ['/channel/input/1', '/channel/input/2', '/channel/main/1'];
  const value = (path: string, field: string) => values.get(`${path} ${field}`);
  const outputs = ['a:out-1', 'a:out-2'];
  expect(latencies({ native, strips, outputs, value, rate: 48_000 })).toEqual([
    { from: 'a:in-1', to: 'a:out-2', processingMs: 1.5 },
    { from: 'a:in-2', to: 'a:out-2', processingMs: 1.5 },
  ]);
  expect(latencies({ native, strips, outputs, value, rate: 96_000 })[0]?.processingMs).toBe(0.75);
});

test('an aligned effect is as late as its fxSend says, and so is the dry sound beside it', () => {
  const values = new Map<string, unknown>([
    ['/channel/input/1 sourceId', 'a:in-1'],
    ['/patch/outputs outputs', [{ strip: { kind: 'main', index: 1 }, leg: 'left', portId: 'a:out-1', levelDb: 0 }]],
  ]);
  const strips = ['/channel/input/1', '/channel/fxSend/1', '/channel/fxReturn/1', '/channel/main/1'];
  const value = (path: string, field: string) => values.get(`${path} ${field}`);
  const late = (latency: number, waitFrames: number) => {
    const native = {
      ...noSpeakers,
      latencies: () => Uint32Array.of(0, latency, 0, 0),
      routes: () => Uint32Array.of(0, 1, 1, 0, 0, 3, 1, waitFrames, 2, 3, 1, 0),
    };
    return latencies({ native, strips, outputs: ['a:out-1'], value, rate: 48_000 })[0]?.processingMs;
  };
  expect(late(480, 480)).toBe(10);
  expect(late(480, 96), 'the limit leaves the dry sound early, and the return is the latest').toBe(10);
  expect(late(0, 0)).toBe(0);
});

test('only driving:out-1 to driving:out-9999, without leading zeros, are outputs of what drives', () => {
  const played = (portId: string) => {
    const output = { strip: { kind: 'main', index: 1 }, leg: 'left', portId, levelDb: 0 };
    const values = new Map<string, unknown>([
      ['/channel/input/1 sourceId', 'a:in-1'],
      ['/patch/outputs outputs', [output]],
    ]);
    const native = { ...noSpeakers, latencies: () => new Uint32Array(2), routes: () => Uint32Array.of(0, 1, 1, 0) };
    const strips = ['/channel/input/1', '/channel/main/1'];
    const outputs = ['a:out-1'];
    const value = (path: string, field: string) => values.get(`${path} ${field}`);
    return latencies({ native, strips, outputs, value, rate: 48_000 }).map(({ to }) => to);
  };
  expect(played('driving:out-1')).toEqual(['a:out-1']);
  for (const id of ['driving:out-01', 'driving:out-0', 'driving:out-10000']) expect(played(id)).toEqual([id]);
});

describe.skipIf(!isTested)('of the running mixer', () => {
  const layout = { input: 3, fxReturn: 1, mix: 2, matrix: 1, main: 2, fxSend: 1 };
  const opened: DeskMixer[] = [];
  afterEach(() => {
    for (const mixer of opened.splice(0)) mixer.close();
  });
  const set = (path: string, fields: Record<string, unknown>): Value[] =>
    Object.entries(fields).map(([field, value]) => ({ path, field, value }));
  const out = (kind: string, index: number, portId: string) => ({
    ...{ strip: { kind, index }, leg: 'left', portId, levelDb: 0 },
  });

  test('the longest route from a source to an output counts, whatever its fader; the tap decides whether the align delay is among it', () => {
    const mixer = new DeskMixer(layout, mixerContext, {});
    opened.push(mixer);
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', 'a:in-3'], outputs: ['a:out-1', 'a:out-2', 'a:out-3'] });
    const outputs = [out('main', 1, 'driving:out-1'), out('matrix', 1, 'a:out-2'), out('mix', 2, 'a:out-3')];
    mixer.apply(1, [
      ...set('/patch/outputs', { outputs }),
      ...set('/channel/input/1', { sourceId: 'a:in-1', levelDb: 0 }),
      ...set('/channel/input/1/align', { delayMs: 5 }),
      ...set('/channel/input/1/sends/mix/2', { levelDb: 0, tapPoint: 'Post-EQ' }),
      ...set('/channel/input/2', { sourceId: 'a:in-2', levelDb: -144, mainAssigned: false }),
      ...set('/channel/input/2/sends/fxSend/1', { levelDb: 0 }),
      ...set('/channel/fxReturn/1', { levelDb: 0 }),
      ...set('/channel/main/1', { levelDb: 0 }),
      ...set('/channel/main/1/align', { delayMs: 2 }),
      ...set('/channel/main/1/sends/matrix/1', { levelDb: 0 }),
      // it goes nowhere: its sends are at -144
      ...set('/channel/input/3', { sourceId: 'a:in-3', levelDb: 0, mainAssigned: false }),
    ]);
    pump(mixer, 48_000, 4800, 3, 3);
    expect(mixer.call('latencies', { rate: 48_000 })).toEqual({
      paths: [
        { from: 'a:in-1', to: 'a:out-1', processingMs: 7 },
        { from: 'a:in-1', to: 'a:out-2', processingMs: 7 },
        { from: 'a:in-1', to: 'a:out-3', processingMs: 0 },
        { from: 'a:in-2', to: 'a:out-1', processingMs: 2 },
        { from: 'a:in-2', to: 'a:out-2', processingMs: 2 },
      ],
    });
    // A limiter takes its look-ahead, and what comes into the main beside it waits as long.
    mixer.apply(2, [
      ...set('/channel/input/1/chain/processors/limiter', { enabled: true }),
      ...set('/channel/input/1/chain/processors/limiter/values', { lookAheadMs: 1 }),
    ]);
    pump(mixer, 48_000, 4800, 3, 3);
    expect(mixer.call('latencies', { rate: 48_000 })).toEqual({
      paths: [
        { from: 'a:in-1', to: 'a:out-1', processingMs: 8 },
        { from: 'a:in-1', to: 'a:out-2', processingMs: 8 },
        { from: 'a:in-1', to: 'a:out-3', processingMs: 0 },
        { from: 'a:in-2', to: 'a:out-1', processingMs: 3 },
        { from: 'a:in-2', to: 'a:out-2', processingMs: 3 },
      ],
    });
    expect(() => mixer.call('latencies', {})).toThrow('rate must be in Hz');
    // Speakers of the main are late at its outputs, and not in the matrix.
    mixer.apply(3, set('/channel/main/1/speakerAlign', { enabled: true, delayMs: 40 }));
    pump(mixer, 0, 4800, 3, 3);
    const paths = mixer.call('latencies', { rate: 48_000 }).paths as readonly { processingMs: number }[];
    expect(paths.map(({ processingMs }) => processingMs)).toEqual([48, 8, 0, 43, 3]);
  });
});
