// Racks, the plugin host and the control process are killed at random moments, while a scan runs and while plugins and values change:
// no slot is broken after it, and the sound is what the rows say.
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { runtimeFolder } from '../../core/system/runtime-folder.ts';
import { isNight } from '../harness/depth.ts';
import { recorded, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { killProcess } from '../soundcheck/desk.ts';
import { bundle, insertOf, startPluginDesk } from './desk.ts';
import { pluginUri } from './made-bundle.ts';
import { rackProcesses } from './rack-processes.ts';
import { levelsOf, threeStrips } from './three-strips.ts';
import { made, whyNot } from './what-lacks.ts';

const kills = Number(process.env.KILLS ?? (isNight ? 200 : 4));
const places = [1, 2].map((n) => insertOf(`/channel/input/${n}`)) as [string, string];
const victims = ['rack', 'host', 'control', 'plugins of a rack', 'host', 'control'] as const;
const actions = ['scan', 'plugin', 'values', 'bypass'] as const;
/** Of the three strips, in dB; a gain takes up to 6 away. */
const played = -20;
const mostLost = 6;

type Round = {
  readonly victim: (typeof victims)[number];
  readonly action: (typeof actions)[number];
  readonly gain: number;
  readonly atMs: number;
};
const rounds: readonly Round[] = fc
  .sample(
    fc.record({
      action: fc.constantFrom(...actions),
      gain: fc.integer({ min: -mostLost, max: 0 }),
      atMs: fc.integer({ min: 0, max: 800 }),
    }),
    kills,
  )
  .map((drawn, n) => ({
    ...drawn,
    victim: victims[n % victims.length] as Round['victim'],
    action: n < actions.length ? (actions[n] as Round['action']) : drawn.action,
  }));

type Judge = (service: Service, what: string) => Promise<void>;

afterEach(stopServices);

describe.skipIf(whyNot(...made) !== '')('racks, plugin host and control process', () => {
  test(`${kills} kills during scans and changes leave no slot broken`, {
    timeout: 300_000 + kills * 60_000,
  }, async () => {
    let service = await startPluginDesk();
    await threeStrips(service, [pluginUri('gain'), { gain: -3 }], [pluginUri('gain'), { gain: -mostLost }]);
    const { state } = service;
    const { total } = (await service.get('/plugins')).body;
    for (const [n, round] of rounds.entries()) {
      const what = `kill ${n + 1}: ${round.victim} during ${round.action}`;
      const change = (await prepare(service, round))();
      await sleep(round.atMs);
      await kill(service, round.victim);
      const judge = await change;
      if (round.victim === 'control') service = await startPluginDesk({ state });
      await judge?.(service, what);
      await lifted(service);
      await soundsAsSaid(service, what);
    }
    await whole(service, total);
    await service.stop();
    await expect.poll(() => rackProcesses(state)).toEqual([]);
  });
});

/** What sends a change, and resolves to what it is judged by; to undefined where it was not acknowledged. */
async function prepare(service: Service, { action, gain }: Round): Promise<() => Promise<Judge | undefined>> {
  if (action === 'scan') {
    return async () => {
      // Another content: all of it is read and tried again.
      appendFileSync(join(bundle(), 'plugins.ttl'), '\n');
      await write(service, '/plugins/scan', { running: true }).catch(() => {});
      return undefined;
    };
  }
  const [place, other] = places;
  const { plugin, enabled } = (await service.get(place)).body;
  const changes = {
    plugin: {
      path: place,
      fields: { plugin: plugin === pluginUri('gain') ? pluginUri('misbehaves') : pluginUri('gain'), enabled: true },
    },
    bypass: { path: place, fields: { enabled: !enabled } },
    values: { path: `${other}/values`, fields: { gain } },
  };
  const { path, fields } = changes[action];
  const judge: Judge = async (next, what) =>
    expect([what, (await next.get(path)).body]).toEqual([what, expect.objectContaining(fields)]);
  return () =>
    write(service, path, fields).then(
      () => judge,
      () => undefined,
    );
}

async function kill(service: Service, victim: Round['victim']): Promise<void> {
  if (victim === 'control') return service.kill();
  if (victim === 'host') return killProcess(service, 'driver-lv2');
  // One may be on its way back from the kill before.
  let racks = rackProcesses(service.state);
  for (; racks.length === 0; racks = rackProcesses(service.state)) await sleep(10);
  for (const rack of racks) process.kill((victim === 'rack' ? rack[0] : rack.at(-1)) as number, 'SIGKILL');
}

/** Plugins alone in racks that are killed again and again are in quarantine, as they may be to blame: they are let out. */
async function lifted(service: Service): Promise<void> {
  for (const place of places) {
    for (;;) {
      const { enabled, plugin } = (await service.get(place)).body;
      const { state, heard } = (await service.get(`${place}/status`)).body;
      if (state === 'running' && heard === (enabled ? 'plugin' : 'dry')) break;
      if (state === 'quarantined') {
        const { items } = (await service.get('/plugins')).body;
        const { id } = items.find(({ uri }: { readonly uri: string }) => uri === plugin);
        await write(service, `/plugins/${id}`, { quarantined: false });
      }
      await sleep(50);
    }
  }
}

/** Never silent, never louder than it was played, and in the end exactly as the rows say. */
async function soundsAsSaid(service: Service, what: string): Promise<void> {
  await settled(service);
  const expected = [...(await Promise.all(places.map((place) => levelOf(service, place)))), played];
  for (let isSo = false; !isSo; ) {
    await startRecording(service, [1, 2, 3]);
    await recorded(service, 0.3);
    const { channels } = await stopRecording(service);
    const levels = channels.map((sound) => levelsOf(sound, 1000));
    for (const [strip, all] of levels.entries()) {
      expect(Math.min(...all), `${what}: strip ${strip + 1} at its quietest`).toBeGreaterThan(played - mostLost - 0.2);
      expect(Math.max(...all), `${what}: strip ${strip + 1} at its loudest`).toBeLessThan(played + 0.2);
    }
    // A busy machine gives the dry sound now and then.
    isSo = levels.every((all, strip) => Math.abs((all.at(-1) as number) - (expected[strip] as number)) < 0.05);
  }
}

async function levelOf(service: Service, place: string): Promise<number> {
  const { plugin, enabled } = (await service.get(place)).body;
  if (!enabled || plugin === pluginUri('misbehaves')) return played;
  return played + (await service.get(`${place}/values`)).body.gain;
}

/** All plugins are there and can be chosen, and no folder of a rack that has ended is left. */
async function whole(service: Service, total: number): Promise<void> {
  await service.until('/plugins', ({ scanning }) => scanning === null);
  const { items, refused } = (await service.get('/plugins')).body;
  // Quarantine may stand for one that is in no place now: it is lifted where it is chosen.
  expect(items.filter(({ supported }: { readonly supported: boolean }) => !supported)).toEqual([]);
  expect([items.length, refused]).toEqual([total, []]);
  // slot-folder.ts
  const inserts = createHash('sha1')
    .update(join(runtimeFolder(service.state), 'inserts'))
    .digest('hex')
    .slice(0, 12);
  const inUse = rackProcesses(service.state).length;
  const folders = readdirSync('/dev/shm').filter((name) =>
    name.startsWith(`rowdesk-${process.getuid?.()}-rack-${inserts}-`),
  );
  expect(folders).toHaveLength(inUse);
}
