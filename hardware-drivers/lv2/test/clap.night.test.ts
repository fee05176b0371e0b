// CLAP plugins in a rack: latency, state, values of their own, readings, and the threads on which they are called.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clapUri, makeClap } from '../../../test/plugins/made-clap.ts';
import { made, whyNot } from '../../../test/plugins/what-lacks.ts';
import { difference, levelDb, noise, program, RackUnderTest, rate, sine } from './rack-program.ts';

const isBuilt = existsSync(program);
if (!isBuilt && process.env.CI === 'true') throw new Error('lv2-rack is not built: npm run build');
if (!isBuilt) console.warn('skipped: lv2-rack is not built (npm run build)');

const place = 'input-1-insert1';
const symbols = {
  ...{ gain: 'p0', latency: 'p1', learn: 'p3', reset: 'p4', level: 'p5', wrong: 'p6', instances: 'p7', hidden: 'p8' },
} as const;

describe.skipIf(!isBuilt || whyNot(...made) !== '')('a CLAP plugin in a rack', () => {
  let rack: RackUnderTest;
  let file: string;
  beforeEach(async () => {
    rack = new RackUnderTest();
    file = makeClap(join(rack.folder, 'gain.clap'));
    await rack.start();
  });
  afterEach(() => rack.close());

  const set = (symbol: keyof typeof symbols, number: number) => {
    rack.tell('value', place, symbols[symbol], number);
    rack.tell('commit', 99, place, 'direct');
  };
  /** The first readings for which this holds; a value that the plugin says to have changed before them is an error. */
  async function reading(holds: (values: Readonly<Record<string, number>>) => boolean) {
    rack.tell('readings', place, 1);
    for (;;) {
      const said = await rack.event('readings', 'changed');
      expect(said.event).toBe('readings');
      const values = said.values as Readonly<Record<string, number>>;
      if (holds(values)) return values;
    }
  }

  test('its values are heard, and it has them when it is activated: the latency is that of its parameter', async () => {
    const input = sine(1000, 1);
    const mixer = await rack.mixer(place, [input]);
    const done = await rack.load(place, clapUri('gain'), file, { p0: -6, p1: 240 });
    expect(done).toMatchObject({ latencyFrames: 240, instances: 1 });
    mixer.start();
    const [heard] = (await mixer.result()) as [Float32Array];
    const factor = 10 ** (-6 / 20);
    const wanted = Float32Array.from(input, (_, n) => (n < 240 ? 0 : factor * (input[n - 240] as number)));
    expect(difference(heard, wanted)).toBeLessThan(1e-6);
  });

  test('another latency is taken over by a crossfade to another instance, with state and values', async () => {
    const level = 0.5;
    const mixer = await rack.mixer(place, [sine(1000, 4, level)]);
    await rack.load(place, clapUri('gain'), file, { p0: -6, p1: 48 });
    mixer.start(1);
    set('learn', 1);
    expect(await rack.event('state-changed')).toMatchObject({ place });
    set('learn', 0);
    set('latency', 96);
    expect(await rack.event('latency')).toMatchObject({ place, frames: 96 });
    // One was measured, one was heard before.
    const values = await reading(({ p7 }) => p7 === 3);
    expect(values[symbols.wrong]).toBe(0);
    const [heard] = (await mixer.result()) as [Float32Array];
    expect(heard.some(Number.isNaN)).toBe(false);
    // Both latencies are whole periods: what fades is of one phase. 6 dB by its value, 6 dB by its state.
    expect(levelDb(heard.subarray(-rate / 2))).toBeCloseTo(levelDb(sine(1000, 1, level)) - 12, 1);
    const ofSine = 2 * Math.PI * (1000 / rate) * level;
    expect(difference(heard.subarray(1001), heard.subarray(1000))).toBeLessThan(ofSine + level / (0.02 * rate));
  });

  test('a plugin that asks to be activated anew in each instance is made anew three times, and no more', async () => {
    const mixer = await rack.mixer(place, [sine(1000, 4)]);
    await rack.load(place, clapUri('restless'), file);
    mixer.start(1);
    // Beside the one that was measured.
    await reading(({ p7 }) => p7 === 5);
    // At most 10 a second: time enough for more of them.
    for (let n = 0; n < 5; n++) {
      const values = await reading(() => true);
      expect([values[symbols.instances], values[symbols.wrong]]).toEqual([5, 0]);
    }
    const [heard] = (await mixer.result()) as [Float32Array];
    expect(heard.some(Number.isNaN)).toBe(false);
  });

  test('values that it changes by itself are told, and those that it is set to are not', async () => {
    const mixer = await rack.mixer(place, [sine(1000, 3)]);
    await rack.load(place, clapUri('gain'), file, { p0: -6 });
    mixer.start(1);
    set('gain', -12);
    await reading(({ p5 = 0 }) => Math.abs(p5 + 32) < 0.2);
    set('reset', 1);
    const { values } = await rack.event('changed');
    expect(values).toMatchObject({ p0: 0, p4: 0 });
    expect((await reading(({ p5 = -100 }) => p5 > -20.1))[symbols.wrong]).toBe(0);
    await mixer.result();
  });

  test('its state is saved, and restored in another rack after a crash of the first', async () => {
    const input = noise(1);
    const state = join(rack.state, `${place}.state`);
    const mixer = await rack.mixer(place, [sine(1000, 2)]);
    await rack.load(place, clapUri('gain'), file, { p0: -6 });
    mixer.start(1);
    set('learn', 1);
    await rack.event('state-changed');
    expect((await rack.ask('save', place, state)).event).toBe('saved');
    expect(readFileSync(state, 'utf8')).toMatch(/^gain 1 /);
    set('hidden', 1);
    expect(await rack.end()).not.toBe(0);

    await rack.start();
    const again = await rack.mixer('input-2-insert1', [input]);
    const done = await rack.load('input-2-insert1', clapUri('gain'), file, { p0: -3 }, state);
    expect(done.reason).toBeUndefined();
    again.start();
    const [heard] = (await again.result()) as [Float32Array];
    // What the state says and the desk says otherwise is as the desk says it.
    const factor = 10 ** (-9 / 20);
    expect(
      difference(
        heard,
        input.map((each) => factor * each),
      ),
    ).toBeLessThan(1e-6);
  });

  test('a state that is none of its own is refused in words', async () => {
    await rack.mixer(place, [noise(1)]);
    const refused = await rack.load(place, clapUri('gain'), file, {}, program);
    expect(refused).toMatchObject({ event: 'refused', reason: expect.stringContaining("state can't be restored") });
  });

  test('a crash in what it asked its host for names its place', async () => {
    const mixer = await rack.mixer(place, [sine(1000, 4)]);
    await rack.load(place, clapUri('gain'), file);
    mixer.start(1);
    expect(await mixer.next()).toBe('served 0');
    set('hidden', 1);
    expect(await rack.event('fault')).toMatchObject({
      place,
      kind: 'crash',
      detail: expect.stringContaining('SIGSEGV'),
    });
    expect(await mixer.next()).toMatch(/^dry/);
    expect(await rack.end()).not.toBe(0);
  });

  test('its side chain hears the key of its slot, and silence without one', async () => {
    const [input, key] = [noise(1), sine(300, 1)];
    const keyed = await rack.mixer(place, [input], { key });
    await rack.load(place, clapUri('keyed'), file);
    keyed.start();
    const [heard] = (await keyed.result()) as [Float32Array];
    expect(
      difference(
        heard,
        input.map((each, n) => each + (key[n] as number)),
      ),
    ).toBeLessThan(1e-6);
    const bare = await rack.mixer('input-2-insert1', [input]);
    await rack.load('input-2-insert1', clapUri('keyed'), file);
    bare.start();
    expect(difference((await bare.result())[0] as Float32Array, input)).toBe(0);
  });

  test('two legs have an instance each', async () => {
    const [left, right] = [noise(1), sine(1000, 1)];
    const mixer = await rack.mixer(place, [left, right]);
    expect(await rack.load(place, clapUri('gain'), file)).toMatchObject({ instances: 2 });
    mixer.start();
    const heard = await mixer.result();
    expect(difference(heard[0] as Float32Array, left) + difference(heard[1] as Float32Array, right)).toBe(0);
  });
});
