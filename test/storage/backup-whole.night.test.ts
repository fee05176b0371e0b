// The shipped desk with something of everything, backed up and restored into a fresh state folder: equal row by row.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import { readConfig } from '../../core/host/config.ts';
import { newFolder, ran, saved, sent, uploadId } from '../../providers/backup/backup-fixture.ts';

const shipped = readConfig(fileURLToPath(new URL('../../providers.config.json', import.meta.url)));
const providers = shipped.providers.map(({ name }) => name);

/** What no backup holds, each with its reason. */
const otherwise: Readonly<Record<string, string>> = {
  '/adapter': 'processes and their times',
  '/backup': 'files that are there to be fetched, and what was restored',
  '/history': 'a restored desk has one entry',
  '/hardware': 'this machine',
  '/log': 'of this moment',
  '/net': 'this machine',
  '/recordings': 'this machine',
  '/streams': 'readers of this moment',
  '/telemetry': 'measured',
  '/warnings': 'of this moment',
};
/** Fields of the rest that are measured or of this moment. */
const measured = new Set([
  'at',
  'startedAt',
  'lastSeenAt',
  'firstSeenAt',
  'freeSpaceMb',
  'engine',
  'version',
  'dirty',
  'revision',
  'since',
  'report',
  'params',
]);

const without = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  const rest = Object.entries(value).filter(([name]) => !measured.has(name));
  return Object.fromEntries(rest.map(([name, inner]) => [name, without(inner)]));
};
const isCompared = (path: string) => {
  const [, root = ''] = path.split('/');
  // It counts changes since the start.
  return path !== '/surface/addresses' && !Object.hasOwn(otherwise, `/${root}`);
};

async function rowsOf(desk: TestHost): Promise<Map<string, unknown>> {
  const { registry } = desk.host.assembly;
  const rows = new Map<string, unknown>();
  for (const row of registry.rows) {
    // Computed while it is watched, and at its next measurement.
    if (row.type === 'view' && row.onDemand) continue;
    for (const { path } of registry.list(row)) {
      if (!isCompared(path)) continue;
      const { status, body } = await desk.get(path);
      rows.set(path, { status, row: without(body) });
    }
  }
  return rows;
}

async function withSomethingOfEverything(desk: TestHost): Promise<void> {
  const patch = async (path: string, body: object) => {
    const answer = await desk.patch(path, body);
    expect([path, answer.status, answer.body.detail]).toEqual([path, 200, undefined]);
  };
  mkdirSync(join(desk.stateFolder, 'media'), { recursive: true });
  writeFileSync(join(desk.stateFolder, 'media', 'intro.wav'), Buffer.alloc(300_000, 7));
  await patch('/console', { name: 'Front of house' });
  await patch('/console/bpm', { bpm: 97 });
  await patch('/clock/ownership', { freeRunOverride: true });
  await patch('/patchbay/filter', { exclude: ['hdmi*'] });
  await patch('/stagebox/virtual-32x16', { label: 'Stage left' });
  await patch('/stagebox/virtual-32x16/inputs/2', { gainDb: 24, phantom: true, label: 'Snare' });
  await patch('/stagebox/virtual-32x16/inputs/5', { signal: 'sine', frequencyHz: 220, levelDbfs: -30 });
  await patch('/source/virtual-32x16:in-2', { label: 'Snare top', colour: 'red' });
  await patch('/channel/input/3', { stereoLink: true });
  await patch('/channel/input/3', {
    name: 'Keys',
    colour: '#123456',
    levelDb: -7.5,
    pan: 20,
    sourceId: 'virtual-32x16:in-3',
  });
  for (let index = 5; index <= 8; index++) {
    await patch(`/channel/input/${index}`, {
      name: `Voice ${index}`,
      levelDb: -index,
      dcas: [1],
      muteGroups: [2],
      trimDb: 1.5,
    });
    await patch(`/channel/input/${index}/eq/bands/2`, { frequencyHz: 400 * index, gainDb: -3, q: 2 });
    await patch(`/channel/input/${index}/sends/mix/1`, { levelDb: -index, tapPoint: 'Pre-Fader' });
    await patch(`/channel/input/${index}/align`, { delayMs: 1.25 });
  }
  await patch('/channel/fxSend/1/chain/processors/effect', { plugin: 'builtin:delay' });
  await patch('/channel/fxSend/1/chain/processors/effect/values', { feedbackPercent: 35 });
  await patch('/channel/dca/1', { name: 'Voices', levelDb: -2 });
  await patch('/channel/main/1', { levelDb: -10 });
  await patch('/record', { armed: [{ kind: 'input', index: 5 }] });
  await patch('/safety/spares/input/6', { armed: true, trigger: 'device-lost' });
  await patch('/clipboard/1', { from: { kind: 'input', index: 5 } });
  for (const name of ['Intro', 'Verse', 'Chorus']) {
    await patch('/channel/input/5', { levelDb: -10 - name.length });
    await ran(desk, '/scene/store', { name });
  }
  await patch('/scenes/verse', { fadeMs: 1500, notes: 'softly' });
  await patch('/scene/keeps', { grid: [{ kind: 'input', index: 8, areas: ['fader'] }] });
  await ran(desk, '/session/save', { name: 'Friday' });
  await ran(desk, '/session/save', { name: 'Saturday' });
  await ran(desk, '/patches/store', { name: 'House' });
  await patch('/channel/input/6', { muted: true });
}

test('a backup restored into a fresh state folder is the same desk, row by row', async () => {
  const [one, two] = [newFolder(), newFolder()];
  const first = await startTestHost({ providers, stateFolder: one.path });
  const second = await startTestHost({ providers, stateFolder: two.path });
  try {
    await withSomethingOfEverything(first);
    expect((await sent(second, await saved(first))).status).toBe(200);
    const { report, refusal } = await ran(second, '/backup/restore', { id: uploadId, confirm: true, phantom: true });
    expect([refusal, report]).toMatchObject([null, { outcome: 'applied', unfit: [], missing: [], smaller: [] }]);
    const [before, after] = [await rowsOf(first), await rowsOf(second)];
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    const different = [...before].filter(([path, row]) => JSON.stringify(after.get(path)) !== JSON.stringify(row));
    expect(different.map(([path, row]) => ({ path, row, restored: after.get(path) }))).toEqual([]);
    expect(before.size).toBeGreaterThan(5_000);
    // And a third one, which only starts from what the second has on its disk.
    await second.close();
    const third = await startTestHost({ providers, stateFolder: two.path });
    const again = await rowsOf(third);
    const lost = [...before].filter(([path, row]) => JSON.stringify(again.get(path)) !== JSON.stringify(row));
    expect(lost.map(([path, row]) => ({ path, row, restored: again.get(path) }))).toEqual([]);
    await third.close();
  } finally {
    await first.close();
    one.remove();
    two.remove();
  }
}, 300_000);
