// What a thousand scenes over 239 inputs cost: at the start, in memory, and whoever asks while one is stored.
import { cpSync } from 'node:fs';
import { LibsqlStore } from '../../core/store/libsql-store.ts';
import type { DocumentWrite } from '../../core/store/store.ts';
import { quietConfig, removeFolder, type Service, temporaryFolder } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';
import type { Checkout } from './checkout.ts';
import { residentMb } from './processes.ts';
import { type Figure, held, measured, median, rounded } from './report.ts';

const scenes = 1000;
/** Strips that each scene has otherwise than the first. */
const others = 20;
const rounds = 3;
const one = { aux: 1, fxReturn: 1, matrix: 1, main: 1, cue: 1, fxSend: 1, dca: 1, muteGroup: 1, mixMinus: 1 };
const layout = { ...one, input: 239, mix: 8 };
const [console_, ...providers] = quietConfig.providers;
const config = { providers: [{ name: console_, config: { layout } }, ...providers] };

export async function manyScenes(of: Checkout): Promise<Figure[]> {
  const few = temporaryFolder();
  const first = await of.start({ state: few, config });
  await runTask(first, '/scene/store', { name: 'First' });
  await first.stop();
  const many = temporaryFolder();
  cpSync(few, many, { recursive: true });
  await fill(many);
  const [without, withMany] = [few, many].map((state) => ({ state, ms: [] as number[], mb: [] as number[] }));
  let longestMs = 0;
  for (let round = 0; round < rounds; round++) {
    for (const side of [without, withMany] as NonNullable<typeof without>[]) {
      const began = performance.now();
      const service = await of.start({ state: side.state, config });
      side.ms.push(performance.now() - began);
      if (side === withMany && round === rounds - 1) longestMs = await longestWhileStoring(service);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      side.mb.push(residentMb(service.child.pid as number));
      await service.stop();
    }
  }
  for (const folder of [few, many]) removeFolder(folder);
  const [a, b] = [without, withMany] as [NonNullable<typeof without>, NonNullable<typeof withMany>];
  const how = `median of ${rounds}, in turns with the same desk and one scene; each has ${others} of 239 inputs otherwise`;
  return [
    measured(`start with ${scenes} scenes`, median(b.ms), ' ms', `${how}: ${rounded(median(a.ms))} ms`),
    held(`start with ${scenes} scenes, more than with one`, median(b.ms) - median(a.ms), { most: 500 }, ' ms', how),
    held(`memory with ${scenes} scenes, more than with one`, median(b.mb) - median(a.mb), { most: 60 }, ' MiB', how),
    measured('longest GET while a scene is stored', longestMs, ' ms', 'one after the other, all along'),
  ];
}

/** Straight into the store: each is the first one but for some strips. */
async function fill(state: string): Promise<void> {
  const store = new LibsqlStore(state);
  const { documents, revision } = await store.open();
  const [first] = documents.filter(({ kind }) => kind === 'scene');
  if (first === undefined) throw new Error('there is no scene to begin with');
  const made = Array.from({ length: scenes - 1 }, (_, n): DocumentWrite => {
    const strips = Array.from({ length: others }, (_, k) => 1 + ((n * 7 + k * 11) % 239));
    const differs = strips.map((index) => {
      return { path: `/channel/input/${index}`, area: 'fader', fields: { levelDb: -((n + index) % 100) } };
    });
    const body = { ...first.body, name: `Scene ${n}`, order: n + 2 };
    return { kind: 'scene', id: `:s${n}`, body, content: { of: first, differs: JSON.stringify(differs) } };
  });
  await store.write({ revision: revision + 1, rows: [], documents: made });
  await store.close();
}

async function longestWhileStoring(service: Service): Promise<number> {
  let isStored = false;
  let longestMs = 0;
  const asking = (async () => {
    while (!isStored) {
      const began = performance.now();
      await service.get('/console/bpm');
      longestMs = Math.max(longestMs, performance.now() - began);
    }
  })();
  // In place of one: there are as many as a session takes.
  await runTask(service, '/scene/store', { id: 's0' });
  isStored = true;
  await asking;
  return longestMs;
}
