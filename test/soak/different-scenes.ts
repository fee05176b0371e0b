// Scenes of 239 inputs that have no row in common, as many as are asked for or fit: what they take, and that all of them
// are there after a crash.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal } from '../../core/base/refusals.ts';
import { DocumentShelf } from '../../core/desk/documents.ts';
import type { ContentRow, StoredDocument } from '../../core/services.ts';
import { LibsqlStore } from '../../core/store/libsql-store.ts';
import { FakeTime } from '../../core/testing.ts';
import { type Figure, held, rounded, shown } from '../bench/report.ts';
import { quietConfig, type Service, startService, temporaryFolder } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';

const one = { aux: 1, fxReturn: 1, matrix: 1, main: 1, cue: 1, fxSend: 1, dca: 1, muteGroup: 1, mixMinus: 1 };
const layout = { ...one, input: 239, mix: 8 };
const [console_, ...providers] = quietConfig.providers;
const config = { providers: [{ name: console_, config: { layout } }, ...providers] };
/** A heap as Node makes it within the memory that the unit of the control process may take. */
const env = { NODE_OPTIONS: '--max-old-space-size=512' };
const strip = '/channel/input/1';
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface DifferentScenes {
  readonly stored: number;
  /** Why no more were stored, in words; '' where all were. */
  readonly refusal: string;
  /** The same from the desk itself, asked for one more. */
  readonly deskRefusal: string;
  readonly storeMb: number;
  /** From the start of the process after a crash to its first answer. */
  readonly startMs: number;
  /** Of the control process while every scene was read and recalled. */
  readonly peakMb: number;
  /** Scenes that could not be read whole, or were not on the desk after their recall. */
  readonly faulty: readonly string[];
}

export async function differentScenes(asked: number): Promise<DifferentScenes> {
  const state = temporaryFolder();
  const start = () => startService({ strips: 'all', state, config, env });
  const first = await start();
  await runTask(first, '/scene/store', { name: 'First' });
  await first.stop();
  const filled = await fill(state, asked);
  const full = await start();
  const { refusal } = await runTask(full, '/scene/store', { name: 'One more' });
  await full.kill();
  const began = performance.now();
  const after = await start();
  const startMs = performance.now() - began;
  const faulty: string[] = [];
  for (let n = 1; n <= filled.stored; n++) if (!(await isWhole(after, n))) faulty.push(`x${n}`);
  const peakMb = peakOf(after.child.pid as number);
  await after.stop();
  const storeMb = statSync(join(state, 'rowdesk.db')).size / 1024 / 1024;
  return { ...filled, deskRefusal: refusal?.detail ?? '', storeMb, startMs, peakMb, faulty };
}

/** By what the desk stores them with, but without going through HTTP a thousand times for each. */
async function fill(state: string, asked: number): Promise<Pick<DifferentScenes, 'stored' | 'refusal'>> {
  const store = new LibsqlStore(state);
  let { documents, revision } = await store.open();
  const shelf = new DocumentShelf({ store, time: new FakeTime(), log, revision: () => ++revision });
  shelf.load(documents);
  const { id, body } = documents.find(({ kind }) => kind === 'scene') as StoredDocument;
  const rows = await shelf.content('scene', id);
  try {
    for (let n = 1; n <= asked; n++) {
      const content = await shelf.encode(rows.map((row) => otherwise(row, n)));
      try {
        await shelf.put('scene', `:x${n}`, { ...body, name: `Scene ${n}`, order: n + 1 }, content);
      } catch (refusal) {
        if (isRefusal(refusal)) return { stored: n - 1, refusal: refusal.message };
        throw refusal;
      }
    }
    return { stored: asked, refusal: '' };
  } finally {
    await store.close();
  }
}

/** Like no other scene's: by a level of its own, else by a field that nobody knows, as of a later rowdesk. */
function otherwise(row: ContentRow, n: number): ContentRow {
  const fields = 'levelDb' in row.fields ? { ...row.fields, levelDb: levelOf(n) } : { ...row.fields, scene: n };
  return { ...row, fields };
}

const levelOf = (n: number) => -n / 10;

async function isWhole(service: Service, n: number): Promise<boolean> {
  const { status, body } = await service.get(`/scenes/x${n}`);
  const fader = body.content?.find(({ path, area }: ContentRow) => path === strip && area === 'fader');
  if (status !== 200 || fader?.fields.levelDb !== levelOf(n)) return false;
  const { refusal } = await runTask(service, `/scenes/x${n}/recall`);
  return refusal === null && (await service.get(strip)).body.levelDb === levelOf(n);
}

function peakOf(processId: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'latin1'))?.[1]) / 1024;
}

/** Of `npm run soak -- --scenes 1000`. */
export async function sceneFigures(asked: number): Promise<Figure[]> {
  const { stored, refusal, deskRefusal, storeMb, startMs, peakMb, faulty } = await differentScenes(asked);
  const isRefused = refusal !== '' && deskRefusal !== '';
  return [
    shown('different scenes that are stored', `${stored} of ${asked}`, refusal || 'all fit'),
    shown('size of the store', `${rounded(storeMb)} MiB`, 'with them'),
    held(
      'scenes without room that no words refuse',
      stored < asked && !isRefused ? 1 : 0,
      { most: 0 },
      '',
      deskRefusal,
    ),
    held('scenes that are not whole after a crash', faulty.length, { most: 0 }, '', faulty.join(', ') || 'none'),
    held('peak of resident memory, control process', peakMb, { most: 1024 }, ' MiB', 'each scene read and recalled'),
    shown('start after the crash', `${rounded(startMs)} ms`, 'from the start of the process to its address'),
  ];
}
