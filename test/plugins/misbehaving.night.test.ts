// A plugin that does what no plugin should: no strip falls silent, the row says why, and others in its rack are back.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { recorded, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { sharedDesk } from '../harness/shared-desk.ts';
import { fitSine } from '../harness/sound.ts';
import { bundle, heard, insert, insertOf, pluginRow, racksOf, startPluginDesk } from './desk.ts';
import { pluginUri } from './made-bundle.ts';
import { levelsOf, threeStrips } from './three-strips.ts';
import { made, whyNot } from './what-lacks.ts';

const place = insertOf('/channel/input/1');
const neighbour = insertOf('/channel/input/2');
const EPERM = 1;
const ENOMEM = 12;
const EACCES = 13;

describe.skipIf(whyNot(...made) !== '')('a plugin that misbehaves', () => {
  /** Strip 1 has it, strip 2 a gain of -6 dB in the same rack, strip 3 nothing. */
  const start = async (blockFrames?: number): Promise<Service> => {
    const service = await startPluginDesk(blockFrames === undefined ? {} : { blockFrames });
    await threeStrips(service, [pluginUri('misbehaves'), {}], [pluginUri('gain'), { gain: -6 }]);
    return service;
  };
  const shared = sharedDesk(start);
  /** One for all of them, with another instance for each. */
  const desk = async (): Promise<Service> => {
    const service = await shared();
    await write(service, place, { plugin: '' });
    await settled(service);
    await insert(service, place, pluginUri('misbehaves'), { mode: 'well' });
    return service;
  };

  /** What was heard of the three strips until the row says so, and a while beyond. */
  async function heardUntil(service: Service, mode: string, state: string) {
    await startRecording(service, [1, 2, 3]);
    await recorded(service, 0.3);
    await write(service, `${place}/values`, { mode });
    const row = await service.until(`${place}/status`, (now) => now.state === state);
    await heard(service, neighbour);
    await recorded(service, 0.5);
    const { channels } = await stopRecording(service);
    return { row, channels: channels as readonly [Float64Array, Float64Array, Float64Array] };
  }

  function playsOn([own, other, bare]: readonly [Float64Array, Float64Array, Float64Array]): void {
    // It copies: dry and wet are one sine of one phase, whenever it crashed and came back.
    const fit = fitSine(own, 1000, 48_000);
    expect(fit.levelDb).toBeCloseTo(-20, 1);
    expect(fit.residualDb).toBeLessThan(-90);
    expect(fitSine(bare, 1000, 48_000).residualDb).toBeLessThan(-90);
    // -6 dB, and the dry sound for the moment without a rack; never less.
    const levels = levelsOf(other, 1000);
    expect(Math.min(...levels)).toBeGreaterThan(-26.1);
    expect(Math.max(...levels)).toBeLessThan(-19.9);
    expect(levels.at(-1)).toBeCloseTo(-26, 1);
  }

  test.each([
    ['crashes', /SIGSEGV|crash/i],
    ['aborts', /SIGABRT|crash/i],
    ['divides', /SIGFPE|crash/i],
    ['exits', /exit|end/i],
    ['hangs', /hang|return/i],
    ['sleeps', /hang|return/i],
    ['not-finite', /finite/i],
    ['spoils-slot', /wrote over its slot/],
  ])('that %s is set aside with its reason, tried again, and in quarantine after the third time', async (mode, why) => {
    const service = await desk();
    const its = await pluginRow(service, pluginUri('misbehaves'));
    const { crashes: before } = (await service.get(its)).body;
    const { row, channels } = await heardUntil(service, mode, 'quarantined');
    expect(row.reason).toMatch(why);
    playsOn(channels);
    const { crashes } = await service.until(its, ({ quarantined }) => quarantined);
    expect(crashes - before).toBe(3);
    const { warnings } = (await service.get('/warnings')).body;
    expect(
      warnings.filter(({ detail = '', title }: Record<string, string>) => /Misbehaves/.test(title + detail)),
    ).not.toEqual([]);
    // In another mode, and allowed again, it runs.
    await write(service, `${place}/values`, { mode: 'well' });
    await write(service, its, { quarantined: false });
    await heard(service, place);
  });

  test('whose quarantine comes while no control process is there is in quarantine for the next one', async () => {
    const service = await start();
    const its = await pluginRow(service, pluginUri('misbehaves'));
    await write(service, `${place}/values`, { mode: 'crashes' });
    await service.until(its, ({ crashes }) => crashes > 0);
    await service.kill();
    const faults = () => JSON.parse(readFileSync(join(service.state, 'plugins', 'faults.json'), 'utf8'));
    while (!Object.values<{ readonly untold?: boolean }>(faults()).some(({ untold }) => untold)) await setTimeout(20);
    const next = await startPluginDesk({ state: service.state });
    await next.until(its, ({ quarantined }) => quarantined);
    await next.until(`${place}/status`, ({ state }) => state === 'quarantined');
    expect((await next.get(its)).body.crashes).toBe(3);
    await heard(next, neighbour);
    await next.stop();
  });

  test('that takes 3 ms of 1.33 is set aside, and the desk is not late', async () => {
    const service = await start(64);
    const { row, channels } = await heardUntil(service, 'takes-3-ms', 'quarantined');
    expect(row.reason).toMatch(/late|time/i);
    playsOn(channels);
    await service.stop();
  });

  test.each([
    ['forks', [EPERM]],
    ['opens-socket', [EPERM]],
    ['writes-file', [EPERM, EACCES]],
    ['asks-for-5-gb', [ENOMEM]],
    ['shortens-file', [EPERM]],
    ['writes-heads', [EPERM, EACCES]],
  ])('that %s is refused, and plays on', async (mode, errors) => {
    const service = await desk();
    const racks = racksOf(service);
    await startRecording(service, [1, 2, 3]);
    await write(service, `${place}/values`, { mode });
    const readings = await service.until(`${place}/readings`, ({ error }) => error > 0);
    await recorded(service, 0.3);
    const { channels } = await stopRecording(service);
    expect(errors).toContain(readings.error);
    expect(readings.succeeded).toBe(0);
    expect(existsSync(join(bundle(), 'written'))).toBe(false);
    playsOn(channels as readonly [Float64Array, Float64Array, Float64Array]);
    expect((await service.get(`${place}/status`)).body.state).toBe('running');
    expect(racksOf(service)).toEqual(racks);
  });
});
