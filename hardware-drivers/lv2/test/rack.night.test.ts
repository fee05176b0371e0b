import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeBundle, pluginUri } from '../../../test/plugins/made-bundle.ts';
import { difference, levelDb, noise, program, RackUnderTest, rate, sine } from './rack-program.ts';

const fil4 = 'http://gareus.org/oss/lv2/fil4';
const fil4Bundle = '/usr/lib/lv2/fil4.lv2';
const boost = { sec1: 1, freq1: 1000, q1: 1, gain1: 12 };

let rack: RackUnderTest;
beforeEach(() => {
  rack = new RackUnderTest();
});
afterEach(() => rack.close());

/** The sound through a plugin that is loaded before the first frame. */
async function through(
  uri: string,
  bundle: string,
  values: Record<string, number>,
  legs: readonly Float32Array[],
  key?: Float32Array,
) {
  const mixer = await rack.mixer('input-1-insert1', legs, key ? { key } : {});
  const done = await rack.load('input-1-insert1', uri, bundle, values);
  expect(done.reason).toBeUndefined();
  mixer.start();
  const heard = await mixer.result();
  return { done, heard };
}

test('a bell of 12 dB of x42 fil4 raises its frequency by 12.00 dB', async () => {
  await rack.start();
  const input = sine(1000, 2);
  const { heard } = await through(`${fil4}#mono`, fil4Bundle, boost, [input]);
  expect(levelDb((heard[0] as Float32Array).subarray(rate)) - levelDb(input.subarray(rate))).toBeCloseTo(12, 1);
  expect(await rack.stop()).toBe(0);
});

test('lv2apply gives the same samples', async () => {
  const gain = makeBundle(rack.folder);
  const [input, output] = [join(rack.folder, 'in.wav'), join(rack.folder, 'out.wav')];
  const sound = noise(1);
  writeFileSync(join(rack.folder, 'in.f32'), Buffer.from(sound.buffer));
  execFileSync('sox', [
    '-r',
    String(rate),
    '-e',
    'float',
    '-b',
    '32',
    '-c',
    '1',
    '-t',
    'raw',
    join(rack.folder, 'in.f32'),
    input,
  ]);
  const at = { ...process.env, LV2_PATH: `${rack.folder}:/usr/lib/lv2` };
  const values = { gain: -7.3 };
  execFileSync('lv2apply', ['-i', input, '-o', output, '-c', 'gain', '-7.3', pluginUri('gain')], {
    env: at,
    stdio: 'ignore',
  });
  const raw = execFileSync('sox', [output, '-e', 'float', '-b', '32', '-t', 'raw', '-'], { maxBuffer: 1 << 26 });
  const judged = new Float32Array(new Uint8Array(raw).buffer);
  await rack.start();
  const { heard } = await through(pluginUri('gain'), gain, values, [sound]);
  expect(difference((heard[0] as Float32Array).subarray(rate / 2), judged.subarray(rate / 2))).toBeLessThan(1e-6);
});

test('two legs have an instance each of a plugin of one, and the same values', async () => {
  await rack.start();
  const [left, right] = [sine(1000, 2), sine(250, 2)];
  const { done, heard } = await through(`${fil4}#mono`, fil4Bundle, boost, [left, right]);
  expect(done.instances).toBe(2);
  const change = heard.map(
    (leg, i) => levelDb(leg.subarray(rate)) - levelDb(([left, right][i] as Float32Array).subarray(rate)),
  );
  expect(change[0]).toBeCloseTo(12, 1);
  expect(change[1]).toBeLessThan(5);
});

test('one leg through a plugin of two is the mean of its outputs', async () => {
  await rack.start();
  const input = sine(1000, 2);
  const { done, heard } = await through(`${fil4}#stereo`, fil4Bundle, boost, [input]);
  expect(done.instances).toBe(1);
  expect(levelDb((heard[0] as Float32Array).subarray(rate)) - levelDb(input.subarray(rate))).toBeCloseTo(12, 1);
});

describe('with plugins made for tests', () => {
  let bundle: string;
  beforeEach(async () => {
    bundle = makeBundle(rack.folder);
    const ready = await rack.start();
    expect(ready.sandbox).toContain('seccomp');
  });

  test('a latency is said with the plugin, and again when it changes', async () => {
    const mixer = await rack.mixer('input-1-insert1', [sine(1000, 1)]);
    const done = await rack.load('input-1-insert1', pluginUri('gain'), bundle, { latency: 240 });
    expect(done.latencyFrames).toBe(240);
    rack.tell('value', 'input-1-insert1', 'latency', 100);
    rack.tell('commit', 99, 'input-1-insert1', 'direct');
    mixer.start(1);
    expect(await rack.event('latency')).toMatchObject({ place: 'input-1-insert1', frames: 100 });
    await mixer.result();
  });

  test.each([
    { told: 0, late: 239, block: 64, used: 239 },
    { told: 256, late: 512, block: 64, used: 512 },
    { told: 67, late: 0, block: 1024, used: 0 },
    { told: 1999, late: 1999, block: 100, used: 1999 },
    // Two frames are none: a fractional delay.
    { told: 64, late: 66, block: 64, used: 64 },
  ])('a plugin that tells a latency of $told frames and is $late late is used with $used', async (own) => {
    const mixer = await rack.mixer('input-1-insert1', [noise(1)], { block: own.block });
    const done = await rack.load('input-1-insert1', pluginUri('gain'), bundle, { latency: own.late, told: own.told });
    expect(done.latencyFrames).toBe(own.used);
    mixer.start();
    const [heard] = (await mixer.result()) as [Float32Array];
    // What was measured left nothing in the instance that is heard.
    expect(difference(heard.subarray(2000), noise(1).subarray(2000 - own.late, rate - own.late))).toBe(0);
  });

  test('a plugin that is believed is used with what it tells', async () => {
    await rack.mixer('input-1-insert1', [noise(1)]);
    await rack.ask('load', 'input-1-insert1', 'lv2', pluginUri('gain'), bundle, '-');
    rack.tell('believe', 'input-1-insert1');
    rack.tell('value', 'input-1-insert1', 'latency', 300);
    rack.tell('value', 'input-1-insert1', 'told', 0);
    expect((await rack.ask('commit', 'input-1-insert1', 'direct')).latencyFrames).toBe(0);
  });

  test.each([
    [1, 'crash'],
    [2, 'hang'],
    [3, 'not-finite'],
    [4, 'late'],
    [9, 'crash'],
    [10, 'crash'],
    [11, 'crash'],
    [12, 'hang'],
  ])('mode %i of a plugin that misbehaves is a fault of the kind %s, and names its place', async (mode, kind) => {
    const mixer = await rack.mixer('input-1-insert1', [sine(1000, 4)], { block: 64 });
    await rack.load('input-1-insert1', pluginUri('misbehaves'), bundle);
    mixer.start(1);
    expect(await mixer.next()).toMatch(/^served 0$/);
    rack.tell('value', 'input-1-insert1', 'mode', mode);
    rack.tell('commit', 99, 'input-1-insert1', 'direct');
    const fault = await rack.event('fault');
    expect(fault).toMatchObject({ place: 'input-1-insert1', kind });
    expect(await mixer.next()).toMatch(/^dry/);
    if (kind === 'crash' || kind === 'hang') expect(await rack.end()).not.toBe(0);
  });

  test('a rack that is stopped while a plugin computes, as one without processor time, blames no plugin', async () => {
    const mixer = await rack.mixer('input-1-insert1', [sine(1000, 4)], { block: 64 });
    await rack.load('input-1-insert1', pluginUri('misbehaves'), bundle);
    mixer.start(1);
    expect(await mixer.next()).toMatch(/^served 0$/);
    rack.tell('value', 'input-1-insert1', 'mode', 23);
    rack.tell('commit', 99, 'input-1-insert1', 'direct');
    await rack.saying('takes 100 ms');
    await rack.stopFor(600);
    rack.tell('readings', 'input-1-insert1', 1);
    expect((await rack.event('fault', 'readings')).event).toBe('readings');
    expect(await rack.stop()).toBe(0);
  });

  test.each([
    [5, 'memory of 5 GB', 12],
    [6, 'another process', 1],
    [7, 'a socket', 1],
    [8, 'a file in its bundle', 13],
    [13, 'a shorter file', 1],
    [14, 'the time of other threads', 1],
    [15, 'a descriptor that signals another process', 1],
    [16, 'a hole in shared memory', 1],
    [20, 'slots of other places, and the words that wake racks', 13],
    [22, 'what the mixer writes into its own slot', 13],
  ])('mode %i is refused %s, and the sound goes on', async (mode, _what, error) => {
    const mixer = await rack.mixer('input-1-insert1', [sine(1000, 1)]);
    await rack.load('input-1-insert1', pluginUri('misbehaves'), bundle, { mode });
    rack.tell('readings', 'input-1-insert1', 1);
    mixer.start(1);
    const { values } = await rack.event('readings');
    expect(values).toEqual({ succeeded: 0, error });
    const [heard] = await mixer.result();
    expect(difference(heard as Float32Array, sine(1000, 1))).toBe(0);
    expect(existsSync(join(bundle, 'written'))).toBe(false);
  });

  test('a line that a plugin prints is no event, and what it reads is no command', async () => {
    const mixer = await rack.mixer('input-1-insert1', [sine(1000, 2)]);
    await rack.load('input-1-insert1', pluginUri('misbehaves'), bundle, { mode: 17 });
    mixer.start(1);
    expect(await rack.event('fault', 'load')).toMatchObject({ event: 'load' });
    rack.tell('value', 'input-1-insert1', 'mode', 18);
    expect((await rack.ask('commit', 'input-1-insert1', 'direct')).event).toBe('done');
    expect((await rack.ask('save', 'input-1-insert1', join(rack.state, 'x'))).event).toBe('saved');
    const [heard] = await mixer.result();
    expect(difference(heard as Float32Array, sine(1000, 2))).toBe(0);
    expect(await rack.stop()).toBe(0);
    expect(rack.said).toContain('"detail":"printed"');
  });

  test('a plugin that changes the arithmetic of its thread changes that of no other plugin', async () => {
    const sound = noise(1);
    const alone = await rack.mixer('input-3-insert1', [sound]);
    await rack.load('input-3-insert1', pluginUri('gain'), bundle, { gain: -7.3 });
    alone.start();
    const [expected] = (await alone.result()) as [Float32Array];
    const mixers = [await rack.mixer('input-1-insert1', [sound]), await rack.mixer('input-2-insert1', [sound])];
    await rack.load('input-1-insert1', pluginUri('misbehaves'), bundle, { mode: 19 });
    await rack.load('input-2-insert1', pluginUri('gain'), bundle, { gain: -7.3 });
    for (const mixer of mixers) mixer.start(1);
    const [, heard] = await Promise.all(mixers.map((mixer) => mixer.result()));
    expect(difference(heard?.[0] as Float32Array, expected)).toBe(0);
  });

  test('other plugins of a rack play on when one gives values that are not finite', async () => {
    const [a, b] = [sine(1000, 2), sine(500, 2)];
    const mixers = [await rack.mixer('input-1-insert1', [a]), await rack.mixer('input-2-insert1', [b])];
    await rack.load('input-1-insert1', pluginUri('misbehaves'), bundle);
    await rack.load('input-2-insert1', pluginUri('misbehaves'), bundle);
    for (const mixer of mixers) mixer.start(1);
    rack.tell('value', 'input-1-insert1', 'mode', 3);
    rack.tell('commit', 99, 'input-1-insert1', 'direct');
    expect(await rack.event('fault')).toMatchObject({ place: 'input-1-insert1', kind: 'not-finite' });
    const [, heard] = await Promise.all(mixers.map((mixer) => mixer.result()));
    expect(difference(heard?.[0] as Float32Array, b)).toBe(0);
  });

  test('a state that is saved and restored gives the same sound', async () => {
    const file = join(rack.state, 'input-1-insert1.state');
    const input = noise(1);
    const mixer = await rack.mixer('input-1-insert1', [input]);
    await rack.load('input-1-insert1', pluginUri('stateful'), bundle);
    await rack.ask('preset', 'input-1-insert1', `${pluginUri('stateful')}#learned`);
    mixer.start();
    const [learned] = await mixer.result();
    expect((await rack.ask('save', 'input-1-insert1', file)).event).toBe('saved');
    expect(readFileSync(file, 'utf8')).toContain(pluginUri('stateful'));

    const again = await rack.mixer('input-2-insert1', [input]);
    await rack.load('input-2-insert1', pluginUri('stateful'), bundle, {}, file);
    again.start();
    const [restored] = await again.result();
    // The preset came by a crossfade, the state is there from the first frame.
    const [a, b] = [restored, learned].map((each) => (each as Float32Array).subarray(rate / 2)) as [
      Float32Array,
      Float32Array,
    ];
    expect(difference(a, b)).toBeLessThan(1e-7);
    expect(difference(restored as Float32Array, input)).toBeGreaterThan(1e-3);
  });

  test('200 leaps under a sine make no step beyond those of a crossfade of 20 ms', async () => {
    const level = 0.5;
    const mixer = await rack.mixer('input-1-insert1', [sine(1000, 40, level)]);
    await rack.load('input-1-insert1', pluginUri('gain'), bundle);
    mixer.start(4);
    let seed = 7;
    for (let i = 0; i < 200; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      rack.tell('value', 'input-1-insert1', 'gain', -((seed >>> 8) % 24));
      expect((await rack.ask('commit', 'input-1-insert1', 'leap')).event).toBe('done');
    }
    const [heard] = (await mixer.result()) as [Float32Array];
    const ofSine = 2 * Math.PI * (1000 / rate) * level;
    let most = 0;
    for (let i = 1; i < heard.length; i++)
      most = Math.max(most, Math.abs((heard[i] as number) - (heard[i - 1] as number)));
    expect(heard.some(Number.isNaN)).toBe(false);
    expect(most).toBeLessThan(ofSine + level / (0.02 * rate));
  });
});

test('ZamEQ2 as a CLAP plugin gives the samples of ZamEQ2 as an LV2 plugin, for the same values', async () => {
  const [lv2, clap] = ['/usr/lib/lv2/ZamEQ2.lv2', '/usr/lib/clap/ZamEQ2.clap'];
  await rack.start();
  const input = noise(1);
  const values = { boost1: 12, bw1: 1, f1: 1000 };
  const { heard } = await through('urn:zamaudio:ZamEQ2', lv2, values, [input]);
  const mixer = await rack.mixer('input-2-insert1', [input]);
  const done = await rack.load('input-2-insert1', 'clap:com.zamaudio.ZamEQ2', clap, { p0: 12, p1: 1, p2: 1000 });
  expect(done.reason).toBeUndefined();
  mixer.start();
  const [a, b] = [heard[0], (await mixer.result())[0]].map((each) => (each as Float32Array).subarray(rate / 2)) as [
    Float32Array,
    Float32Array,
  ];
  expect(difference(a, b)).toBeLessThan(1e-6);
  expect(difference(a, input.subarray(rate / 2))).toBeGreaterThan(0.01);
  const file = join(rack.state, 'input-2-insert1.state');
  expect((await rack.ask('save', 'input-2-insert1', file)).event).toBe('saved');
});

/** What the program says of a plugin of this bundle. */
const probed = (uri: string, bundle: string) =>
  JSON.parse(execFileSync(program, ['--probe', 'lv2', uri, bundle], { encoding: 'utf8' }));

test('a plugin that requires what a rack does not have is refused by name', () => {
  const bundle = makeBundle(rack.folder);
  expect(probed(pluginUri('gain'), bundle)).toMatchObject({ ok: true });
  const file = join(bundle, 'plugins.ttl');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('lv2:optionalFeature lv2:hardRTCapable', 'lv2:requiredFeature test:nobody-has-it'));
  expect(probed(pluginUri('gain'), bundle)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('urn:rowdesk:test:nobody-has-it'),
  });
});

test('a plugin that a bundle does not have is refused', () => {
  expect(probed('urn:rowdesk:test:none', fil4Bundle)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('has no plugin urn:rowdesk:test:none'),
  });
});
