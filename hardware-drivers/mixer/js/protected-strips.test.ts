// Protection of strips against howling, as the mixer's values say it; notches in the sound are judged by test/notches.cc.
import type { Value } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import type { NativeHowlReport } from './howl-report.ts';
import { DeskMixer } from './mixer.ts';
import { ProtectedStrips } from './protected-strips.ts';

const path = '/channel/input/1/hrp';
const notch = { frequencyHz: 1000, q: 30, gainDb: -12 };
const value = (field: string, of: unknown, at = path): Value => ({ path: at, field, value: of });

const nothing: NativeHowlReport = { notches: [], candidates: [], howling: false, headroomDb: 0 };
class FakeNative {
  readonly protectedWith: [strip: number, mode: number, settings: readonly number[]][] = [];
  report = nothing;
  changes = 0;
  protect = (strip: number, mode: number, settings: Float64Array) => {
    this.protectedWith.push([strip, mode, [...settings]]);
  };
  howlChanges = () => this.changes;
  howlReport = () => this.report;
}

describe('protected strips', () => {
  let native: FakeNative;
  let strips: ProtectedStrips;
  let nowMs = 0;
  beforeEach(() => {
    native = new FakeNative();
    nowMs = Date.parse('2026-05-01T20:00:00.000Z');
    strips = new ProtectedStrips(native, ['/channel/input/1', '/channel/cue/1', '/channel/main/1'], () => nowMs);
  });
  const seen = (at = path) =>
    Object.fromEntries(strips.readings.flatMap((of) => (of.path === at ? [[of.field, of.value]] : [])));

  test('hand all settings of a strip to the native half at once, and only what changed', () => {
    expect(seen()).toMatchObject({ enabled: false, mode: 'suppress', maxNotches: 12, fixed: [] });
    expect(strips.apply([value('enabled', true), value('fixed', [notch])])).toEqual([]);
    expect(native.protectedWith).toEqual([[0, 2, [50, 12, -18, 60, 1000, 30, -12]]]);
    strips.apply([value('enabled', true), value('mode', 'detect')]);
    strips.apply([value('mode', 'detect')]);
    strips.apply([value('enabled', false)]);
    expect(native.protectedWith.slice(1).map(([, mode]) => mode)).toEqual([1, 0]);
    expect(strips.takes(value('enabled', true, '/channel/cue/1/hrp'))).toBe(false);
  });

  test('refuse what is out of range, in words, and take the rest', () => {
    const refused = strips.apply([
      value('maxDepthDb', -30),
      value('mode', 'loud'),
      value('fixed', [{ ...notch, q: 500 }]),
      value('liftAfterS', 5),
    ]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'maxDepthDb must be from -24 to -3',
      'mode must be off, detect, suppress',
      'fixed 0 q must be from 1 to 120',
    ]);
    expect(seen()).toMatchObject({ maxDepthDb: -18, liftAfterS: 5 });
  });

  test('report notches with the time at which each was placed, and stay the same objects until something changes', () => {
    expect(seen(`${path}/report`)).toEqual({});
    strips.apply([value('enabled', true), value('fixed', [notch])]);
    nowMs += 60_000;
    const live = { slot: 1, frequencyHz: 2503.14159, q: 30, gainDb: -6, ageS: 10 };
    native.report = {
      ...nothing,
      notches: [live],
      candidates: [{ frequencyHz: 312.345, score: 0.456 }],
      howling: true,
    };
    native.changes++;
    expect(seen(`${path}/report`)).toEqual({
      notches: [
        { slot: 0, fixed: true, ...notch, since: '2026-05-01T20:00:00.000Z' },
        { slot: 1, fixed: false, frequencyHz: 2503.1, q: 30, gainDb: -6, since: '2026-05-01T20:00:50.000Z' },
      ],
      candidates: [{ frequencyHz: 312.3, score: 0.46 }],
      howling: true,
      headroomDb: 0,
      at: '2026-05-01T20:01:00.000Z',
    });
    const before = strips.readings;
    nowMs += 1000;
    native.changes++;
    native.report = { ...native.report, notches: [{ ...live, ageS: 11 }] };
    expect(strips.readings.map((reading, place) => reading === before[place])).not.toContain(false);
    native.changes++;
    native.report = { ...nothing, notches: [{ ...live, gainDb: -9, ageS: 11 }] };
    expect(seen(`${path}/report`)).toMatchObject({
      notches: [{ fixed: true }, { gainDb: -9, since: '2026-05-01T20:00:50.000Z' }],
      howling: false,
      at: '2026-05-01T20:01:01.000Z',
    });
    strips.apply([value('enabled', false)]);
    expect(seen(`${path}/report`)).toMatchObject({ notches: [{ fixed: false }] });
  });
});

describe.skipIf(!isTested)('a fixed notch of a mixer', () => {
  let mixer: DeskMixer;
  beforeEach(() => {
    mixer = new DeskMixer({ input: 2, main: 1 }, mixerContext, {});
    mixer.connect({ inputs: ['io:in-1', 'io:in-2'], outputs: ['io:out-1', 'io:out-2'] });
    mixer.open(true, 0, 'startup');
  });
  afterEach(() => mixer.close());

  /** Of the left output, the loudest sample of the last tenth of a second. */
  const peakDb = (rateHz: number) => {
    const left = pump(mixer, rateHz, 48_000, 2, 2)[0]?.subarray(-4800) ?? new Float32Array();
    return 20 * Math.log10(left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
  };

  test('is in the sound as deep as it says, and gone with its protection', () => {
    const strip = '/channel/input/1';
    const values: Value[] = [
      ...[value('sourceId', 'io:in-1', strip), value('levelDb', 0, strip), value('pan', -100, strip)],
      value('levelDb', 0, '/channel/main/1'),
      // A steady tone is a howl: suppress would place a live notch too.
      ...[value('enabled', true, `${strip}/hrp`), value('mode', 'detect', `${strip}/hrp`)],
      value('fixed', [notch], `${strip}/hrp`),
    ];
    expect(mixer.apply(1, values)).toEqual([]);
    expect(peakDb(48_000)).toBeCloseTo(-32, 1);
    const report = mixer
      .observe()
      .values.find(({ path, field }) => path === `${strip}/hrp/report` && field === 'notches');
    expect(report?.value).toMatchObject([{ slot: 0, fixed: true, ...notch }]);
    mixer.apply(2, [value('enabled', false, `${strip}/hrp`)]);
    expect(peakDb(0)).toBeCloseTo(-20, 1);
    expect(mixer.call('resetHowl', { path: strip })).toEqual({});
    expect(() => mixer.call('resetHowl', {})).toThrow('no strip');
  });
});
