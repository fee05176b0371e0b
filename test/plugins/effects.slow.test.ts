// A plugin in the place of an effect: wet only, never its input, and its strips sound on without it.
import { describe, expect, test } from 'vitest';
import { patchThrough, recorded, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { sharedDesk } from '../harness/shared-desk.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { heard, insert, pluginRow, rate, recordUndisturbed, startPluginDesk } from './desk.ts';
import { pluginUri } from './made-bundle.ts';
import { levelsOf, mostBend } from './three-strips.ts';
import { made, whyNot } from './what-lacks.ts';

const send = '/channel/fxSend/1';
const place = `${send}/chain/processors/effect`;
const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };

/** Output 1 is the return of an effect that input 1 is sent to; output 2 is input 2, which has a part in none. */
async function startEffectDesk(): Promise<Service> {
  const service = await startPluginDesk();
  for (const n of [1, 2]) await patchThrough(service, n, tone);
  await write(service, '/channel/input/1', { mainAssigned: false });
  await write(service, '/channel/input/1/sends/fxSend/1', { levelDb: 0 });
  await write(service, '/channel/fxReturn/1', { levelDb: 0, pan: -100 });
  await write(service, '/channel/input/2', { pan: 100 });
  await settled(service);
  return service;
}

const shared = sharedDesk(startEffectDesk);
/** The desk of all tests of this file, with this plugin as its effect and no trace of the one before. */
async function effectDesk(plugin: string, values: object = {}): Promise<Service> {
  const service = await shared();
  await write(service, place, { plugin: 'builtin:delay' });
  await settled(service);
  await insert(service, place, plugin, values);
  return service;
}

const isPure = (sound: Float64Array) => expect(fitSine(sound, 1000, rate).residualDb).toBeLessThan(-90);

describe.skipIf(whyNot(...made) !== '')('an effect with a plugin', () => {
  test('gives its sound alone, a block and its latency later, and no strip counts that', async () => {
    const service = await effectDesk(pluginUri('gain'), { gain: -6, latency: 400 });
    const { body } = await service.get(`${place}/status`);
    expect(body).toMatchObject({ state: 'running', heard: 'plugin', latencyFrames: 1024 + 400, instances: 2 });
    for (const strip of [send, '/channel/fxReturn/1', '/channel/input/1']) {
      expect((await service.get(`${strip}/chain`)).body.insertLatencyMs).toBe(0);
    }
    const [wet, dry] = await recordUndisturbed(service, [place], 0.5);
    expect(fitSine(wet as Float64Array, 1000, rate).levelDb).toBeCloseTo(-26, 1);
    isPure(wet as Float64Array);
    isPure(dry as Float64Array);
    await write(service, place, { enabled: false });
    await settled(service);
    const [off] = await recordUndisturbed(service, [], 0.2);
    expect(peakDb(off as Float64Array)).toBeLessThan(-140);
  });

  test.each(['crashes', 'hangs', 'not-finite'])('that %s is silence, and never the input', async (mode) => {
    // It copies: what it gives and what it hears have one level, and both at once twice that.
    const service = await effectDesk(pluginUri('misbehaves'), { mode: 'well' });
    await startRecording(service);
    await recorded(service, 0.3);
    await write(service, `${place}/values`, { mode });
    const { reason } = await service.until(`${place}/status`, ({ state }) => state === 'quarantined');
    expect(reason).not.toBe('');
    expect((await service.get(`${place}/status`)).body.heard).toBe('silence');
    await recorded(service, 0.3);
    const { channels } = await stopRecording(service);
    const [wet, dry] = channels as readonly [Float64Array, Float64Array];
    const levels = levelsOf(wet, 1000);
    expect(levels[5]).toBeCloseTo(-20, 1);
    expect(Math.max(...levels)).toBeLessThan(-19.9);
    expect(peakDb(wet.slice(-rate / 10))).toBeLessThan(-140);
    // From the plugin to silence the sound decays over 5 ms: a jump would bend it by up to a tenth.
    expect(mostBend(wet, 1000)).toBeLessThan(0.02);
    isPure(dry);
    await write(service, `${place}/values`, { mode: 'well' });
    await write(service, await pluginRow(service, pluginUri('misbehaves')), { quarantined: false });
  });

  test('comes and goes in the place of a built-in one without a click, and an undo brings its values back', async () => {
    const service = await effectDesk(pluginUri('gain'), { gain: -6 });
    await startRecording(service);
    for (let times = 0; times < 2; times++) {
      await recorded(service, 0.3);
      await write(service, place, { plugin: 'builtin:delay' });
      await settled(service);
      await recorded(service, 0.6);
      await write(service, '/history/cursor/undo', { running: true });
      await service.until(place, ({ plugin }) => plugin === pluginUri('gain'));
      await heard(service, place);
      expect((await service.get(`${place}/values`)).body.gain).toBe(-6);
    }
    await recorded(service, 0.3);
    const { channels } = await stopRecording(service);
    const [wet, dry] = channels as readonly [Float64Array, Float64Array];
    expect(levelsOf(wet, 1000).at(-5)).toBeCloseTo(-26, 1);
    // Ramps of 20 ms, and 5 ms where the plugin leaves first, which bend it by up to 6.5e-3; a jump would by up to a tenth.
    expect(mostBend(wet, 1000)).toBeLessThan(7e-3);
    isPure(dry);
  });

  test('plays on while the control process is away, and the next one finds it', async () => {
    const service = await effectDesk(pluginUri('gain'), { gain: -6 });
    await startRecording(service);
    await recorded(service, 0.3);
    await service.kill();
    const next = await startPluginDesk({ state: service.state });
    await heard(next, place);
    await recorded(next, 0.3);
    const { channels } = await stopRecording(next);
    expect(fitSine(channels[0] as Float64Array, 1000, rate).levelDb).toBeCloseTo(-26, 1);
    isPure(channels[0] as Float64Array);
  });
});
