// Addresses of the mixer through the addon: which there are, lists and references, and refusals of what doesn't fit.
import type { Value } from 'rowdesk/driver';
import { afterEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

describe.skipIf(!isTested)('the addresses', () => {
  const layout = {
    input: 32,
    fxReturn: 4,
    aux: 4,
    mix: 12,
    matrix: 4,
    cue: 1,
    main: 2,
    fxSend: 4,
    dca: 8,
    muteGroup: 8,
    mixMinus: 2,
  };
  const opened: DeskMixer[] = [];
  const open = () => {
    const mixer = new DeskMixer(layout, mixerContext, {});
    opened.push(mixer);
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', '', ''], outputs: ['a:out-1', 'a:out-2'] });
    return mixer;
  };
  afterEach(() => {
    for (const mixer of opened.splice(0)) mixer.close();
  });
  const observed = (mixer: DeskMixer, path: string, field: string) =>
    mixer.observe().values.find((value) => value.path === path && value.field === field)?.value;
  const fieldsOf = (mixer: DeskMixer, path: string) =>
    mixer
      .observe()
      .values.filter((value) => value.path === path)
      .map(({ field, value }) => [field, value]);

  const values: Value[] = [
    { path: '/channel/input/3', field: 'dcas', value: [8, 1] },
    { path: '/channel/input/3', field: 'muteGroups', value: [2, 5, 3] },
    { path: '/channel/input/3', field: 'spareSourceId', value: 'a:in-2' },
    { path: '/channel/mixMinus/1', field: 'owner', value: { kind: 'aux', index: 2 } },
    { path: '/channel/mixMinus/2', field: 'base', value: { kind: 'mix', index: 3 } },
    { path: '/channel/input/32/sends/mix/12', field: 'levelDb', value: -3.2 },
    { path: '/channel/input/32/sends/mix/12', field: 'on', value: false },
    { path: '/channel/input/32/sends/mix/12', field: 'pan', value: -42 },
    { path: '/channel/input/32/sends/mix/12', field: 'tapPoint', value: 'Pre-EQ' },
    { path: '/channel/fxReturn/4/sends/main/2', field: 'tapPoint', value: 'Top-Of-Ch' },
    { path: '/cue', field: 'idleSource', value: null },
    { path: '/cue', field: 'outputs', value: ['a:out-2', 'gone:out-9', 'driving:out-1'] },
    { path: '/talkback/2', field: 'sourceId', value: 'a:in-1' },
    {
      path: '/talkback/2',
      field: 'destinations',
      value: [
        { kind: 'main', index: 2 },
        { kind: 'mix', index: 1 },
        { kind: 'fxSend', index: 4 },
      ],
    },
    { path: '/console/oscillator', field: 'targets', value: [{ kind: 'matrix', index: 4 }] },
  ];

  test('are echoed by the audio thread as they were wanted, lists in their order', () => {
    const mixer = open();
    pump(mixer, 48000, 64);
    expect(observed(mixer, '/console/bpm', 'bpm')).toBe(120);
    expect(mixer.apply(1, values)).toEqual([]);
    pump(mixer, 0, 64);
    expect(values.map(({ path, field }) => ({ path, field, value: observed(mixer, path, field) }))).toEqual(values);
    mixer.apply(2, [{ path: '/channel/input/3', field: 'dcas', value: [1, 8] }]);
    pump(mixer, 0, 64);
    expect(observed(mixer, '/channel/input/3', 'dcas')).toEqual([1, 8]);
  });

  test('a list that only the audio thread has comes in ascending order', () => {
    const mixer = open();
    mixer.apply(1, [{ path: '/channel/input/3', field: 'dcas', value: [8, 1] }]);
    pump(mixer, 48000, 64);
    mixer.apply(2, [{ path: '/channel/input/3', field: 'dcas', value: [7] }]);
    expect(observed(mixer, '/channel/input/3', 'dcas')).toEqual([1, 8]);
  });

  test('a send is on, silent, in the middle and Post-Fader by default', () => {
    const mixer = open();
    pump(mixer, 48000, 64);
    expect(fieldsOf(mixer, '/channel/aux/1/sends/fxSend/1')).toEqual([
      ['levelDb', -144],
      ['on', true],
      ['pan', 0],
      ['tapPoint', 'Post-Fader'],
    ]);
  });

  test('sends exist where the routing has them, and main/1 is no send', () => {
    const mixer = open();
    pump(mixer, 48000, 64);
    const sends = new Set(
      mixer
        .observe()
        .values.map(({ path }) => /^\/channel\/(\w+)\/\d+\/sends\/(\w+)\/(\d+)$/.exec(path))
        .filter((match) => match !== null)
        .map(([, from, to, index]) => (to === 'main' ? `${from} > main/${index}` : `${from} > ${to}`)),
    );
    expect([...sends].sort()).toEqual([
      'aux > fxSend',
      'aux > main/2',
      'aux > mix',
      'fxReturn > main/2',
      'fxReturn > mix',
      'input > fxSend',
      'input > main/2',
      'input > mix',
      'main > matrix',
      'mix > main/2',
      'mix > matrix',
    ]);
  });

  test('a mix-minus begins with the main and no owner, the cue with the main', () => {
    const mixer = open();
    pump(mixer, 48000, 64);
    expect(observed(mixer, '/channel/mixMinus/1', 'base')).toEqual({ kind: 'main', index: 1 });
    expect(observed(mixer, '/channel/mixMinus/1', 'owner')).toBeNull();
    expect(observed(mixer, '/cue', 'idleSource')).toEqual({ kind: 'main', index: 1 });
    expect(observed(mixer, '/cue', 'outputs')).toEqual([]);
  });

  test('what does not fit is refused in words', () => {
    const refused = open().apply(1, [
      { path: '/channel/cue/1', field: 'dcas', value: [] },
      { path: '/channel/aux/1', field: 'stereoLink', value: true },
      { path: '/channel/input/1', field: 'dcas', value: [0] },
      { path: '/channel/input/1', field: 'dcas', value: '1' },
      { path: '/channel/input/1', field: 'sourceSelected', value: 'other' },
      { path: '/channel/mixMinus/1', field: 'base', value: { kind: 'matrix', index: 1 } },
      { path: '/channel/mixMinus/1', field: 'owner', value: { kind: 'input', index: 33 } },
      { path: '/talkback/1', field: 'destinations', value: [{ kind: 'input', index: 1 }] },
      { path: '/talkback/3', field: 'on', value: true },
      { path: '/cue', field: 'outputs', value: Array(17).fill('a:out-1') },
      { path: '/cue', field: 'outputs', value: [''] },
      { path: '/channel/input/1/sends/main/1', field: 'on', value: true },
    ]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      '/channel/cue/1 has no dcas in this mixer',
      '/channel/aux/1 has no stereoLink in this mixer',
      'dcas must be a list of indices from 1 to 52',
      'dcas must be a list of indices from 1 to 52',
      'sourceSelected must be one of main, spare',
      'base must be null or {kind, index} of a strip of kind mix, main',
      'owner must be null or {kind, index} of a strip of kind input, fxReturn, aux',
      'destinations must be a list, each of it {kind, index} of a strip of kind mix, matrix, main, fxSend, mixMinus',
      'this mixer has no /talkback/3',
      'outputs must have at most 16 ports',
      'outputs must be a list of the ids of ports',
      'this mixer has no /channel/input/1/sends/main/1',
    ]);
  });

  test('a mixer of 256 strips has an address for each send, and a list names its last strip', () => {
    const mixer = new DeskMixer({ input: 128, mix: 125, main: 2, cue: 1 }, mixerContext, {});
    opened.push(mixer);
    const destinations = [
      { kind: 'main', index: 2 },
      { kind: 'mix', index: 125 },
    ];
    expect(mixer.apply(1, [{ path: '/talkback/1', field: 'destinations', value: destinations }])).toEqual([]);
    pump(mixer, 48000, 64);
    expect(observed(mixer, '/talkback/1', 'destinations')).toEqual(destinations);
    expect(observed(mixer, '/channel/input/128/sends/mix/125', 'on')).toBe(true);
  });
});
