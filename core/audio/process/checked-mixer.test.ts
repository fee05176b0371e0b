import { expect, test } from 'vitest';
import type { Mixer } from '../../driver.ts';
import { CheckedMixer } from './checked-mixer.ts';

const honest = {
  ...{ target: 'mixer', linkFields: ['sourceId'], meterPaths: ['/channel/input/1'], meterLegs: [1] },
  meterColumns: [{ name: 'peak', legs: 1, fold: 'max' }],
  state: () => ({ isOpen: true, clock: 'running', faultyStrips: [], dspLoadPercent: 1, dspLoadMaxPercent: 2 }),
  readMeters: (_reader: number, into: Float32Array) => void into.fill(0.5),
  close: () => {},
};

function setUp(lies: object) {
  const warned: string[] = [];
  const warn = (id: string, text: string) => void warned.push(`${id}: ${text}`);
  return { warned, mixer: new CheckedMixer({ ...honest, ...lies } as unknown as Mixer, warn) };
}

const throws = () => {
  throw undefined;
};

test('an honest mixer raises no warning', () => {
  const { mixer, warned } = setUp({});
  const into = new Float32Array(1);
  mixer.readMeters(0, into, new Uint32Array(1));
  mixer.analyse({ spectra: [], alignments: [] });
  expect([mixer.state().isOpen, into[0]]).toEqual([true, 0.5]);
  expect([mixer.readAnalysis(), mixer.bandFrequenciesHz(3)]).toEqual([{ spectra: [], alignments: [] }, []]);
  mixer.close();
  expect(warned).toEqual([]);
});

test('the first fault of each part is a warning, once, until the mixer is closed', () => {
  const { mixer, warned } = setUp({ state: () => ({ ...honest.state(), clock: 5, clips: -1 }), readMeters: throws });
  for (let n = 0; n < 3; n++) {
    mixer.state();
    mixer.readMeters(0, new Float32Array(1), new Uint32Array(1));
  }
  const faults = ['state: its state() gave a wrong clock, clips', 'meters: it threw undefined'];
  expect(warned).toEqual(faults);
  mixer.close();
  expect(warned).toEqual([...faults, 'state: ', 'meters: ']);
});

test.each([
  ['throws', throws],
  ['gives nothing', () => undefined],
  ['gives numbers', () => 7],
  ['gives lists of nothing', () => ({ spectra: [null], alignments: [null], isOpen: null })],
])('a mixer whose every function %s has no results, and does not break its readers', (_what, lie) => {
  const lies = { state: lie, readMeters: lie, readAnalysis: lie, bandFrequenciesHz: lie };
  const { mixer } = setUp(lies);
  const into = new Float32Array([Number.NaN]);
  mixer.readMeters(0, into, new Uint32Array(1));
  expect([mixer.state().isOpen, mixer.state().clock, into[0]]).toEqual([false, 'running', 0]);
  expect([mixer.readAnalysis(), mixer.bandFrequenciesHz(3)]).toEqual([{ spectra: [], alignments: [] }, []]);
});

test.each([
  ['another name', { target: 'clock' }, "its target must be 'mixer'"],
  ['no linkFields', { linkFields: undefined }, 'its linkFields must be a list of names of fields'],
  ['linkFields that are none', { linkFields: [7] }, 'its linkFields must be a list of names of fields'],
  ['no meters', { meterPaths: undefined }, 'its meterPaths must be a list of at most 4096 paths'],
])('a mixer with %s is refused in words', (_what, wrong, words) => {
  expect(() => setUp(wrong)).toThrow(words);
});
