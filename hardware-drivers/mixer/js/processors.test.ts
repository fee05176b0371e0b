// The processors of strips through index.ts: every field of their descriptions is taken, echoed and begins at its default.
import type { MixerContext, ParameterDescription, ProcessorDescription } from 'rowdesk/driver';
import { afterEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump, readMeters } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

describe.skipIf(!isTested)('processors', () => {
  const layout = { input: 3, fxReturn: 1, aux: 1, mix: 1, matrix: 1, cue: 1, main: 1, fxSend: 1, mixMinus: 1 };
  const { processors } = mixerContext;
  const opened: DeskMixer[] = [];
  const open = (own: MixerContext = mixerContext) => {
    const mixer = new DeskMixer(layout, own, {});
    opened.push(mixer);
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', '', ''], outputs: ['a:out-1', 'a:out-2'] });
    mixer.open(true, 0, 'startup');
    return mixer;
  };
  afterEach(() => {
    for (const mixer of opened.splice(0)) mixer.close();
  });
  const observed = (mixer: DeskMixer) =>
    new Map(mixer.observe().values.map(({ path, field, value }) => [`${path} ${field}`, value]));

  const named = ({ scale, choices }: ParameterDescription, number: number) =>
    scale === 'enum' ? choices?.[number]?.value : scale === 'toggle' ? number !== 0 : number;
  /** The first processor of a place is what stands there. */
  const standing = (kind: string): ProcessorDescription[] =>
    processors.filter(
      ({ processorId, stripKinds }, i) =>
        stripKinds.includes(kind) &&
        processors.findIndex((each) => each.processorId === processorId && each.stripKinds.includes(kind)) === i,
    );

  test('begin with the defaults of their description, on the strips it names', () => {
    const mixer = open();
    pump(mixer, 48_000, 64);
    const values = observed(mixer);
    for (const kind of Object.keys(layout)) {
      for (const { processorId, uri, enabled, keyed, parameters } of standing(kind)) {
        const path = `/channel/${kind}/1/chain/processors/${processorId}`;
        expect(values.get(`${path} enabled`)).toBe(enabled);
        expect(values.get(`${path} plugin`)).toBe(uri);
        for (const parameter of parameters) {
          expect(values.get(`${path}/values ${parameter.symbol}`)).toBe(named(parameter, parameter.default));
        }
        // A plugin that takes the place of an effect has a key.
        expect(values.has(`${path}/key source`)).toBe(keyed ?? processorId === 'effect');
      }
      expect(values.get(`/channel/${kind}/1/align delayMs`)).toBe(0);
    }
    expect(values.has('/channel/main/1/chain/processors/gate enabled')).toBe(false);
    expect(values.has('/channel/main/1/chain/processors/eq/values band8Q')).toBe(true);
    expect(values.has('/channel/input/1/chain/processors/eq/values band5Q')).toBe(false);
  });

  test('take both ends of every range and every choice, and echo them', () => {
    const mixer = open();
    pump(mixer, 48_000, 64);
    let revision = 0;
    for (const { processorId, stripKinds, parameters } of processors) {
      const path = `/channel/${stripKinds[0]}/1/chain/processors/${processorId}/values`;
      for (const parameter of parameters) {
        const numbers =
          parameter.scale === 'enum'
            ? (parameter.choices ?? []).map((_, number) => number)
            : [parameter.minimum, parameter.maximum];
        for (const number of numbers) {
          const value = named(parameter, number);
          expect(mixer.apply(++revision, [{ path, field: parameter.symbol, value }])).toEqual([]);
          pump(mixer, 0, 64);
          expect(observed(mixer).get(`${path} ${parameter.symbol}`)).toBe(value);
        }
      }
    }
    expect(mixer.observe().revision).toBe(revision);
  });

  test('refuse in words what does not fit, and what their strip does not have', () => {
    const mixer = open();
    const gate = '/channel/input/1/chain/processors/gate';
    const refused = mixer.apply(1, [
      { path: `${gate}/values`, field: 'thresholdDb', value: -81 },
      { path: gate, field: 'enabled', value: 'yes' },
      { path: gate, field: 'plugin', value: 'builtin:comp' },
      { path: `${gate}/values`, field: 'ratio', value: 2 },
      { path: `${gate}/key`, field: 'filterType', value: 'notch' },
      { path: `${gate}/key`, field: 'source', value: { kind: 'dca', index: 1 } },
      { path: '/channel/mix/1/chain/processors/gate', field: 'enabled', value: true },
      { path: '/channel/input/1/align', field: 'delayMs', value: 100.01 },
    ]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'thresholdDb must be from -80 to 0',
      'enabled must be true or false',
      'plugin must be one of builtin:gate',
      `${gate}/values has no ratio in this mixer`,
      'filterType must be one of lowCut, highCut, bandPass',
      expect.stringMatching(/^source must be null or/),
      'this mixer has no /channel/mix/1/chain/processors/gate',
      'delayMs must be from 0 to 100',
    ]);
  });

  const changed = (change: (parameters: ProcessorDescription['parameters']) => ProcessorDescription['parameters']) =>
    processors.map((each) => (each.processorId === 'gate' ? { ...each, parameters: change(each.parameters) } : each));
  test.each([
    ['lacks holdMs', changed((all) => all.filter(({ symbol }) => symbol !== 'holdMs'))],
    [
      'has rangeDb where the engine has thresholdDb',
      changed(([first, second, ...others]) => [second, first, ...others].flatMap((each) => each ?? [])),
    ],
    [
      'has depthDb, which the engine does not have',
      changed((all) => [...all, ...all.slice(0, 1).map((each) => ({ ...each, symbol: 'depthDb' }))]),
    ],
    [
      'has other choices of thresholdDb than the engine',
      changed((all) => all.map((each) => ({ ...each, scale: 'enum', choices: [{ value: 'low', label: 'Low' }] }))),
    ],
  ])('a description that %s is refused when the mixer opens', (what, described) => {
    expect(() => open({ ...mixerContext, processors: described })).toThrow(`the description of builtin:gate ${what}`);
  });

  test.each([
    ['gate', { tapPoint: 'Post-EQ' }, 'builtin:gate has tapPoint Post-EQ, and the engine Post-Trim'],
    ['effect', { tapPoint: 'Pre-Fader' }, 'has tapPoint Pre-Fader, and the engine Post-Fader'],
    ['gate', { sort: 100 }, 'builtin:gate has sort 100, which must be above that of builtin:hpf, 100'],
    ['gate', { sort: 300 }, 'has sort 300, which must be above that of builtin:gate, 300'],
  ] as const)('a description of %s with another %j is refused when the mixer opens', (id, wrong, words) => {
    const described = processors.map((each) => (each.processorId === id ? { ...each, ...wrong } : each));
    expect(() => open({ ...mixerContext, processors: described })).toThrow(words);
  });

  test('two processors for one place have the same place', () => {
    const [first] = processors.filter(({ processorId }) => processorId === 'effect');
    const described = processors.map((each) => (each.uri === first?.uri ? { ...each, sort: 101 } : each));
    expect(() => open({ ...mixerContext, processors: described })).toThrow(
      /has sort 100, which must be equal to that of .*, 101/,
    );
  });

  test('a processor that the engine does not have is refused when it opens', () => {
    const [gate] = processors.filter(({ processorId }) => processorId === 'gate');
    const unknown = { ...(gate as ProcessorDescription), uri: 'builtin:none', processorId: 'none' };
    expect(() => open({ ...mixerContext, processors: [...processors, unknown] })).toThrow(
      /the engine has no processor builtin:none as none; it has builtin:hpf as hpf, /,
    );
  });

  test('a meter that the engine does not have is refused when it opens', () => {
    const wrong = processors.map((each) => (each.processorId === 'gate' ? { ...each, meters: ['loudnessDb'] } : each));
    expect(() => open({ ...mixerContext, processors: wrong })).toThrow(
      'the engine has no meter loudnessDb of builtin:gate',
    );
  });

  test('each meter of a description is a column of the meters', () => {
    const columns = open().meterColumns;
    const meters = processors.flatMap(({ processorId, meters = [] }) =>
      meters.map((meter) => `${processorId}.${meter}`),
    );
    expect(meters).toContain('gate.reductionDb');
    // Behind the peaks and the mean of every strip.
    expect(columns.slice(4)).toEqual(meters.map((name) => ({ name, legs: 1, fold: 'min' })));
  });

  test('their reduction is in the meters', () => {
    const mixer = open();
    const chain = '/channel/input/1/chain/processors';
    mixer.apply(1, [
      { path: '/channel/input/1', field: 'sourceId', value: 'a:in-1' },
      { path: `${chain}/gate`, field: 'enabled', value: true },
      { path: `${chain}/gate/values`, field: 'thresholdDb', value: -10 },
      { path: `${chain}/gate/values`, field: 'rangeDb', value: 12 },
      { path: `${chain}/gate/values`, field: 'releaseMs', value: 5 },
    ]);
    const reductions = () => {
      const { value } = readMeters(mixer);
      return ['gate', 'comp'].map((processor) => value('/channel/input/1', `${processor}.reductionDb`));
    };
    reductions();
    pump(mixer, 48_000, 48_000);
    expect(reductions()).toEqual([expect.closeTo(-12, 2), 0]);
    mixer.apply(2, [
      { path: `${chain}/gate`, field: 'enabled', value: false },
      { path: `${chain}/comp`, field: 'enabled', value: true },
      { path: `${chain}/comp/values`, field: 'thresholdDb', value: -40 },
      { path: `${chain}/comp/values`, field: 'ratio', value: 2 },
    ]);
    pump(mixer, 0, 96_000);
    reductions();
    reductions();
    pump(mixer, 0, 4800);
    expect(reductions()).toEqual([0, expect.closeTo(-10, 1)]);
  });
});
