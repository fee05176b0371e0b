// Ports of audio servers as mixer.ts plays them: at the channels of the device ports that they are linked to.
import type { Value } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

const path = '/patch/servers/pw';
const at = (portId: string, devicePort: string, nextPortId = '', active = true) => {
  return { portId, devicePort, nextPortId, active };
};

describe.skipIf(!isTested)('ports of audio servers', () => {
  let mixer: DeskMixer;
  let revision = 0;
  beforeEach(() => {
    mixer = new DeskMixer({ input: 2, aux: 1, main: 1 }, mixerContext, {});
    mixer.connect({ inputs: ['io:in-1', 'io:in-2', 'io:in-3', 'io:in-4'], outputs: ['io:out-1', 'io:out-2'] });
    mixer.open(true, 0, 'startup');
  });
  afterEach(() => mixer.close());

  const apply = (...values: Value[]) => mixer.apply(++revision, values);
  const ports = (...value: object[]): Value => ({ path, field: 'ports', value });
  const observed = (of: string, field: string) =>
    mixer.observe().values.find((value) => value.path === of && value.field === field)?.value;
  /** dB of each output over the last half; inputs get -20 dBFS. */
  const levels = () =>
    pump(mixer, 48_000, 4800).map((leg) => {
      const peak = leg.subarray(leg.length / 2).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      return peak === 0 ? -144 : Math.round(20 * Math.log10(peak));
    });
  const strip: readonly Value[] = [
    { path: '/channel/input/1', field: 'sourceId', value: 'pw:card:AUX1' },
    { path: '/channel/input/1', field: 'pan', value: -100 },
    { path: '/channel/input/1', field: 'levelDb', value: 0 },
    { path: '/channel/main/1', field: 'levelDb', value: 0 },
  ];

  test('a strip plays the port once its link is active, and observed values keep its id', () => {
    apply(...strip, ports(at('pw:card:AUX1', 'io:in-3', '', false)));
    expect(levels()).toEqual([-144, -144]);
    apply(ports(at('pw:card:AUX1', 'io:in-3')));
    expect(levels()).toEqual([-20, -144]);
    expect(observed('/channel/input/1', 'sourceId')).toBe('pw:card:AUX1');
    expect(observed(path, 'ports')).toEqual([at('pw:card:AUX1', 'io:in-3')]);
    const ends = { inputs: ['io:in-1', 'io:in-2', 'io:in-3'], outputs: ['io:out-1', 'io:out-2'] };
    expect(mixer.links(ends)).toContainEqual({ from: 'pw:card:AUX1', to: 'mixer:input-1' });
    expect(mixer.call('inputLevels', {}).levels).toContainEqual({
      portId: 'pw:card:AUX1',
      levelDb: expect.any(Number),
    });
    apply(ports());
    expect(levels()).toEqual([-144, -144]);
  });

  test('a port that becomes active, or no longer is, is faded: no sample jumps', () => {
    apply(...strip, ports(at('pw:card:AUX1', 'io:in-3', '', false)));
    pump(mixer, 48_000, 4800);
    /** The largest step from a sample to the next one, and its part of the amplitude. */
    const step = (samples: Float32Array) =>
      samples.reduce(
        (most, sample, n) => (n === 0 ? 0 : Math.max(most, Math.abs(sample - (samples[n - 1] as number)))),
        0,
      );
    const blocks = (active: boolean) => {
      apply(ports(at('pw:card:AUX1', 'io:in-3', '', active)));
      return step(pump(mixer, 0, 4800)[0] as Float32Array);
    };
    const ofSine = 0.1 * 2 * Math.PI * (1000 / 48_000);
    expect(blocks(true)).toBeLessThan(1.05 * ofSine);
    expect(blocks(false)).toBeLessThan(1.05 * ofSine);
  });

  test('a right leg plays the next port of the server, wherever that is linked to', () => {
    apply(
      { path: '/channel/aux/1', field: 'sourceId', value: 'pw:card:AUX0' },
      { path: '/channel/aux/1', field: 'levelDb', value: 0 },
      { path: '/channel/main/1', field: 'levelDb', value: 0 },
      ports(at('pw:card:AUX0', 'io:in-3', 'pw:card:AUX1'), at('pw:card:AUX1', 'io:in-1')),
    );
    expect(levels()).toEqual([-20, -20]);
    apply(ports(at('pw:card:AUX0', 'io:in-3')));
    expect(levels()).toEqual([-20, -144]);
  });

  test('an output of the server is played at its device port, in the patch, held, and by the count of what drives', () => {
    const output = { strip: { kind: 'main', index: 1 }, leg: 'left', portId: 'pw:hall:FL', levelDb: 0 };
    const played = { path: '/patch/outputs', field: 'outputs', value: [output] };
    apply(...strip, played, ports(at('pw:card:AUX1', 'io:in-3'), at('pw:hall:FL', 'io:out-2')));
    expect(levels()).toEqual([-144, -20]);
    expect(observed('/patch/outputs', 'outputs')).toEqual([output]);
    mixer.call('holdOutputs', { ports: ['pw:hall:FL'], forMs: 3000 });
    expect(levels()).toEqual([-144, -144]);
    expect(observed('/channel/main/1', 'mutedBy')).toEqual(['patch']);
    mixer.call('holdOutputs', { ports: [], forMs: 0 });
    const [path] = mixer.call('latencies', { rate: 48_000 }).paths as object[];
    expect(path).toMatchObject({ from: 'pw:card:AUX1', to: 'pw:hall:FL' });
  });

  test('ports of two servers stand beside each other; a list that does not fit is refused, and changes nothing', () => {
    apply(...strip, ports(at('pw:card:AUX1', 'io:in-3')));
    apply({ path: '/patch/servers/other', field: 'ports', value: [at('other:mic:MONO', 'io:in-1')] });
    expect(levels()).toEqual([-20, -144]);
    for (const value of ['io:in-1', [{ portId: 'pw:card:AUX1' }], [null]]) {
      expect(apply({ path, field: 'ports', value })).toMatchObject([{ path, state: 'refused', value }]);
    }
    expect(apply({ path, field: 'links', value: [] })).toMatchObject([{ reason: `this mixer has no ${path}` }]);
    expect(levels()).toEqual([-20, -144]);
  });
});
