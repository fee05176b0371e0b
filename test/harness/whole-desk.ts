// The shipped configuration in this process, in such a state that every row has an address: what walks, fuzzes or
// measures all rows begins here, and a new row that is only there at times is made to be there here.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../core/host/config.ts';
import type { Row } from '../../core/rows/definitions.ts';
import {
  linkOf,
  MemoryStore,
  meterSample,
  startTestHost,
  type TestHost,
  type TestHostOptions,
} from '../../core/testing.ts';
import { writeResult } from '../../providers/measurement/measurement-fixture.ts';
import { joinNetwork } from '../../providers/net/net-double.ts';
import * as network from '../../providers/netaudio/netaudio-double.ts';
import { plain, squeeze, unsupported, writePlugins } from '../../providers/plugins/plugins-fixture.ts';
import { takeFile, writeTake } from '../../providers/takes/take-fixture.ts';
import { answer, plugIn, report } from '../../providers/vendorA/total-mix-double.ts';
import { writeMeasured } from './measured.ts';

const shipped = readConfig(fileURLToPath(new URL('../../providers.config.json', import.meta.url)));
export const shippedProviders: readonly string[] = shipped.providers.map(({ name }) => name);

/** A stream is there while somebody reads it or asked for it, a warning while its cause is. */
export const momentary: readonly string[] = [
  '/streams/walk-through-all-rows',
  '/streams/walk-through-all-rows/demand',
  '/warnings/walk',
  '/patch/servers/walk',
];

export type WholeDeskOptions = Pick<TestHostOptions, 'time' | 'log' | 'store' | 'strips'>;

export interface WholeDesk extends TestHost {
  /** One measurement for everybody who waits for one. */
  play(): void;
  /** One address of each kind of thing that a row has; a kind is what the parameters that are words say. */
  examples(row: Row): readonly string[];
}

export async function startWholeDesk({
  store = new MemoryStore(),
  ...options
}: WholeDeskOptions = {}): Promise<WholeDesk> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  // Read once, at the start.
  writeMeasured(stateFolder);
  writePlugins(stateFolder, [squeeze, plain, unsupported]);
  const desk = await startTestHost({ ...options, providers: shippedProviders, store, stateFolder });
  const { audio, host } = desk;
  const properties = { retryMs: { type: 'integer', minimum: 100, maximum: 60_000, default: 1000 } };
  const configSchema = { type: 'object', additionalProperties: false, properties };
  audio.types = [
    { name: 'virtual', kind: 'stagebox', transports: ['virtual'], configSchema, config: { retryMs: 500 } },
  ];
  const virtual = { name: 'virtual', version: '1.0.0', kind: 'stagebox', chosen: true, score: 2, restarts: 0 };
  audio.become({ choices: [{ ...virtual, reason: 'matches its model', state: 'running' }] });
  audio.graph.become({ links: [linkOf('player:out', 'recorder:in', 'somebody')] });
  network.plugIn(desk);
  plugIn(desk);
  answer(desk);
  await report(desk);
  joinNetwork(desk);
  await network.announce(desk, network.sessionOf());
  await keep(desk, '/patches/store', '/patches/walk');
  await keep(desk, '/scene/store', '/scenes/walk');
  await keep(desk, '/session/save', '/sessions/walk');
  const titleCode = { code: 'walk', params: {} };
  host.warnings.raise({ id: 'walk', title: 'Walk', titleCode, detail: '', severity: 'info', path: '' });
  await desk.patch('/measurement/microphones/add', { running: true, name: 'Walk', text: '20 0\n20000 0\n' });
  await patchIn(desk);
  await insertPlugins(desk);
  writeTake(desk.stateFolder, takeFile('walk'));
  await desk.get('/takes');
  writeResult(desk.stateFolder, 'walk');
  await desk.get('/measurement/results');
  await desk.patch('/streams/walk-through-all-rows/demand', { targets: ['/clock'] });
  const closeHost = desk.close;
  const close = async () => {
    await closeHost();
    rmSync(stateFolder, { recursive: true, force: true });
  };
  return Object.assign(desk, {
    close,
    play: playing(desk),
    examples: (row: Row) => examples(host.assembly.registry.list(row)),
  });
}

/** A mixer that measures and analyses, for strips where anybody provides them: once with each call. */
export function playing({ audio, host }: TestHost): () => void {
  const meter = { prePeak: [0.1], postPeak: [0.1], rms: [0.07], 'gate.reductionDb': -6, 'comp.reductionDb': 0 };
  const { registry } = host.assembly;
  const strips = registry.rows
    .filter(({ template }) => template === '/channel/{kind}/{index}')
    .flatMap((row) => registry.list(row).map(({ path }) => path));
  const meters = meterSample(Object.fromEntries(strips.map((path) => [path, meter])), 0);
  return () => {
    audio.meter(meters);
    for (const path of strips) {
      for (const bandsPerOctave of [3, 6, 12, 24] as const) {
        audio.spectrum(path, { bandsPerOctave, frequenciesHz: [1000], levelsDb: [-20] }, 0);
      }
    }
  };
}

/** What is kept under a name of ours is there to be looked at. */
async function keep(desk: TestHost, task: string, path: string): Promise<void> {
  const { status } = await desk.patch(task, { running: true, id: 'walk', name: 'Walk' });
  if (status !== 200) return;
  while ((await desk.get(path)).status !== 200 || (await desk.get(task)).body.running) await setImmediate();
}

/** A strip has a preamp where its source has one. */
async function patchIn({ host }: TestHost): Promise<void> {
  const strips = ['input', 'aux', 'fxReturn'].flatMap((kind) => host.rows.expand(`/channel/${kind}/*`, 256));
  const changes = strips.map((path) => ({ path, field: 'sourceId', value: 'virtual-32x16:in-1' }));
  await host.desk.commit({ actor: 'walk', label: 'Patched in', changes });
}

/** A strip of one leg and one of two have two plugins each; inserts of others are empty. */
async function insertPlugins({ audio, host }: TestHost): Promise<void> {
  audio.target('plugins');
  const inserts = (place: string, plugin: string) =>
    ['input', 'main'].map((kind) => ({
      ...{ path: `/channel/${kind}/1/chain/processors/${place}`, field: 'plugin', value: plugin },
    }));
  const changes = [...inserts('insert1', squeeze.uri), ...inserts('insert2', plain.uri)];
  await host.desk.commit({ actor: 'walk', label: 'Plugins', changes });
}

/** One address of each kind of thing; a kind is what the parameters that are words say. */
export function examples(places: readonly { readonly at: object; readonly path: string }[]): readonly string[] {
  const byKind = new Map<string, string>();
  for (const { at, path } of places) {
    // An id says which of many that are alike.
    const words = Object.entries(at).filter(([name, value]) => name !== 'id' && typeof value === 'string');
    const kind = words.map(([, word]) => word).join('/');
    if (!byKind.has(kind)) byKind.set(kind, path);
  }
  const last = places.at(-1)?.path;
  return [...new Set([...byKind.values(), ...(last === undefined ? [] : [last])])];
}
