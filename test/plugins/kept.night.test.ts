// A plugin with its values and its state is in undo, scenes and sessions as anything else, and outlives its rack and the desk.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { patchThrough, recordMain, settled, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { sharedDesk } from '../harness/shared-desk.ts';
import { fitSine } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';
import { heard, insert, insertOf, racksOf, rate, startPluginDesk } from './desk.ts';
import { pluginUri } from './made-bundle.ts';
import { made, whyNot } from './what-lacks.ts';

const place = insertOf('/channel/input/1');
const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };

describe.skipIf(whyNot(...made) !== '')('a plugin that is kept', () => {
  const shared = sharedDesk(async () => {
    const service = await startPluginDesk();
    await patchThrough(service, 1, tone);
    await write(service, '/channel/input/1', { pan: -100 });
    return service;
  });
  /** One desk for all of them, without a plugin. */
  const start = async (): Promise<Service> => {
    const service = await shared();
    await write(service, place, { plugin: '' });
    await settled(service);
    return service;
  };
  /** Once it is steady. */
  async function levelDb(service: Service): Promise<number> {
    await settled(service);
    const left = (await recordMain(service, 0.5)).channels[0] as Float64Array;
    return fitSine(left.subarray(-rate / 5), 1000, rate).levelDb;
  }
  const isHeardAt = (service: Service, db: number) =>
    expect.poll(() => levelDb(service), { timeout: 25_000 }).toBeCloseTo(db, 1);

  /** What it keeps beside its values, once that is another state; it is saved when it has been quiet for a second. */
  async function stateAfter(service: Service, before: string): Promise<string> {
    const isNext = ({ pluginState }: { readonly pluginState: string }) => !['', before].includes(pluginState);
    return (await service.until(`${place}/state`, isNext)).pluginState;
  }
  /** 6 dB less, which is no value. Resolves to the state with it. */
  async function learn(service: Service, before: string): Promise<string> {
    for (const is of [true, false]) {
      await write(service, `${place}/values`, { learn: is });
      await settled(service);
      await sleep(200);
    }
    return stateAfter(service, before);
  }

  test('an undo of a swap brings back plugin and values in one step', async () => {
    const service = await start();
    await insert(service, place, pluginUri('gain'), { gain: -6 });
    await insert(service, place, pluginUri('misbehaves'));
    await isHeardAt(service, -20);
    await runTask(service, '/history/cursor/undo');
    expect((await service.get(place)).body.plugin).toBe(pluginUri('gain'));
    expect((await service.get(`${place}/values`)).body.gain).toBe(-6);
    await isHeardAt(service, -26);
  });

  test('a scene and a session bring it back with its values', async () => {
    const service = await start();
    await insert(service, place, pluginUri('gain'), { gain: -12 });
    await runTask(service, '/scene/store', { id: 'with', name: 'With' });
    await runTask(service, '/session/save', { id: 'show', name: 'Show' });
    for (const task of ['/scenes/with/recall', '/sessions/show/apply']) {
      await write(service, place, { plugin: '' });
      await isHeardAt(service, -20);
      await runTask(service, task);
      expect((await service.get(`${place}/values`)).body.gain).toBe(-12);
      await isHeardAt(service, -32);
    }
  });

  test('a scene and its undo bring back what it keeps beside its values', async () => {
    const service = await start();
    await insert(service, place, pluginUri('stateful'));
    const once = await learn(service, await stateAfter(service, ''));
    await runTask(service, '/scene/store', { id: 'once', name: 'Once' });
    await isHeardAt(service, -26);
    await learn(service, once);
    await isHeardAt(service, -32);
    await runTask(service, '/scenes/once/recall');
    expect((await service.get(`${place}/state`)).body.pluginState).toBe(once);
    await isHeardAt(service, -26);
    await runTask(service, '/history/cursor/undo');
    await isHeardAt(service, -32);
  });

  test('a property names a file of the media folder, which its worker reads', async () => {
    const service = await start();
    // Where it has kept nothing yet.
    const other = insertOf('/channel/input/1', 2);
    mkdirSync(join(service.state, 'media'), { recursive: true });
    writeFileSync(join(service.state, 'media', 'table.txt'), '-18\n');
    await insert(service, other, pluginUri('stateful'));
    await write(service, `${other}/values`, { table: 'table.txt', note: 'ä b' });
    await isHeardAt(service, -38);
    expect((await service.get(`${other}/values`)).body).toMatchObject({ table: 'table.txt', note: 'ä b' });
    expect((await service.patch(`${other}/values`, { table: '../table.txt' })).status).toBe(422);
    for (const rack of racksOf(service)) process.kill(rack, 'SIGKILL');
    await isHeardAt(service, -38);
    await write(service, other, { plugin: '' });
  });

  test('a preset with a state is heard, and its state stays over a crash', async () => {
    const service = await start();
    await insert(service, place, pluginUri('stateful'));
    await runTask(service, `${place}/preset`, { preset: 'Learned' });
    await isHeardAt(service, -32);
    await runTask(service, `${place}/preset`, { preset: 'Fresh' });
    await isHeardAt(service, -20);
  });

  test('its state outlives its rack and the desk', async () => {
    const service = await start();
    await insert(service, place, pluginUri('stateful'));
    await learn(service, await learn(service, await stateAfter(service, '')));
    await isHeardAt(service, -32);
    for (const rack of racksOf(service)) process.kill(rack, 'SIGKILL');
    await isHeardAt(service, -32);
    await service.stop();
    const next = await startPluginDesk({ state: service.state });
    await heard(next, place);
    await isHeardAt(next, -32);
  });
});
