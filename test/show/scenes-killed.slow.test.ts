import { afterEach, expect, test } from 'vitest';
import { roundsOf } from '../harness/depth.ts';
import { write } from '../harness/desk.ts';
import { type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';

afterEach(stopServices);

const rounds = roundsOf({ sample: 4, full: 20, soak: 100 });
/** No driver: what is asked here is what the desk holds, not how it sounds. */
const config = { providers: ['console', 'channel', 'history', 'scenes'], drivers: [], devices: [] };
const scenes = ['one', 'two'] as const;

interface Strip {
  readonly kind: string;
  readonly index: number;
  readonly name: string;
  readonly levelDb: number;
}

/** All strips that have a level; mute groups have none. */
async function levelled(service: Service): Promise<readonly Strip[]> {
  const { strips } = (await service.get('/channel')).body as { strips: readonly Strip[] };
  return strips.filter(({ levelDb }) => levelDb !== undefined);
}

async function storeBoth(service: Service): Promise<void> {
  const strips = await levelled(service);
  for (const [n, name] of scenes.entries()) {
    const levelDb = -10 * (n + 1);
    const own = strips.map(({ kind, index }) => ({ kind, index, name, levelDb }));
    await write(service, '/channel', { strips: own });
    await runTask(service, '/scene/store', { name });
  }
}

/** The scene that every strip of the desk has. Fails for a mixture. */
async function sceneOf(service: Service): Promise<string> {
  const strips = await levelled(service);
  const found = new Set(strips.map(({ name, levelDb }) => `${name} ${levelDb}`));
  expect([...found], 'all strips have one scene').toHaveLength(1);
  const [name = '', levelDb] = [...found][0]?.split(' ') ?? [];
  expect(Number(levelDb)).toBe(-10 * (scenes.indexOf(name as never) + 1));
  return name;
}

test(
  `${rounds} rounds of kill -9 in the middle of recalls leave the old or the new scene, never a mixture`,
  async () => {
    const state = temporaryFolder();
    const found = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const service = await startService({ state, config });
      if (round === 0) await storeBoth(service);
      const name = await sceneOf(service);
      found.add(name);
      expect((await service.get('/scene')).body).toMatchObject({ id: name, dirty: false });
      // After a number of recalls that differs each round, with others under way.
      let alive = true;
      let recalls = 0;
      const recalling = (async () => {
        for (let n = 0; alive; n++) {
          try {
            await runTask(service, `/scenes/${scenes[n % 2]}/recall`);
            recalls++;
          } catch (error) {
            if (alive) throw error;
          }
        }
      })();
      while (recalls <= (round * 3) % 7) await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise((resolve) => setTimeout(resolve, (round * 11) % 23));
      alive = false;
      await service.kill();
      await recalling;
    }
    const service = await startService({ state, config });
    expect(scenes).toContain(await sceneOf(service));
    // Each recall that is there is one entry, whole: undoing the last gives the other scene.
    await runTask(service, '/history/cursor/undo');
    expect(scenes).toContain(await sceneOf(service));
  },
  rounds * 10_000 + 60_000,
);
