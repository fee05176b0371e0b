// Walks every row of the default configuration, so that a new row is tested on its first day.
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../core/config.ts';
import { linkOf, MemoryStore, startTestHost, type TestHost, walkRow } from '../core/testing.ts';
import { examples } from './harness/examples.ts';
import { play } from './harness/playing.ts';

const shipped = readConfig(fileURLToPath(new URL('../providers.config.json', import.meta.url)));
/** What nothing in the tree has: hosted plugins bring properties. */
const withoutAddress = ['/channel/{kind}/{index}/chain/processors/{processorId}/properties/{property}'];
/** A stream is there while somebody reads it or asked for it, a warning while its cause is. */
const momentary = ['/streams/walk-through-all-rows', '/streams/walk-through-all-rows/demand', '/warnings/walk'];

let desk: TestHost;
let stopPlaying: () => void;
beforeAll(async () => {
  desk = await startTestHost({ providers: shipped.providers.map(({ name }) => name), store: new MemoryStore() });
  desk.audio.types = [{ name: 'virtual', kind: 'stagebox', transports: ['virtual'] }];
  const virtual = { name: 'virtual', version: '1.0.0', kind: 'stagebox', chosen: true, score: 2, restarts: 0 };
  desk.audio.become({ choices: [{ ...virtual, reason: 'matches its model', state: 'running' }] });
  desk.audio.graph.become({ links: [linkOf('player:out', 'recorder:in', 'somebody')] });
  await desk.patch('/patches/store', { running: true, name: 'Walk' });
  while ((await desk.get('/patches/walk')).status !== 200) await setImmediate();
  const titleCode = { code: 'walk', params: {} };
  desk.host.warnings.raise({ id: 'walk', title: 'Walk', titleCode, detail: '', severity: 'info', path: '' });
  stopPlaying = play(desk);
  await patchIn(desk);
});
afterAll(async () => {
  stopPlaying();
  await desk.close();
});

/** A strip has a preamp where its source has one. */
async function patchIn({ host }: TestHost): Promise<void> {
  const strips = ['input', 'aux', 'fxReturn'].flatMap((kind) => host.rows.expand(`/channel/${kind}/*`, 256));
  const changes = strips.map((path) => ({ path, field: 'sourceId', value: 'virtual-32x16:in-1' }));
  await host.desk.commit({ actor: 'walk', label: 'Patched in', changes });
}

describe('the default configuration', () => {
  test('starts without a fault, every provider and every row', () => {
    expect(desk.host.assembly.faults).toEqual([]);
    expect(desk.host.assembly.providers.map(({ provider }) => provider.name)).toEqual(
      shipped.providers.map(({ name }) => name),
    );
  });

  test('every row holds what a row must hold', async () => {
    const { registry } = desk.host.assembly;
    const walked = new Set<string>();
    const faults: string[] = [];
    const demand = await desk.patch('/streams/walk-through-all-rows/demand', { targets: ['/clock'] });
    expect(demand.status).toBe(200);
    for (const path of [...registry.rows.flatMap((row) => examples(registry.list(row))), ...momentary]) {
      if (walked.has(path)) continue;
      walked.add(path);
      await walkRow(desk, path).catch((error: Error) => faults.push(`${path}: ${error.message}`));
    }
    expect(faults).toEqual([]);
    const templates = new Set([...walked].map((path) => registry.locate(path)?.row.template));
    const skipped = registry.rows.map(({ template }) => template).filter((template) => !templates.has(template));
    expect(skipped).toEqual(withoutAddress);
  }, 300_000);

  test('all 10,001 legal delays are taken, and nothing between two', async () => {
    await walkRow(desk, '/channel/input/1/align', { runs: 1, steps: 10_001 });
  }, 120_000);
});
