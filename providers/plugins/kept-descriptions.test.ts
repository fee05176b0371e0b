import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptDescriptions } from './kept-descriptions.ts';
import { pluginOf, squeeze } from './plugins-fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what is kept is there after a restart, without its bundle, which is of one machine', () => {
  new KeptDescriptions(join(folder, 'kept')).keep([squeeze]);
  const again = new KeptDescriptions(join(folder, 'kept'));
  expect(again.get(squeeze.uri)).toEqual({ ...squeeze, bundle: '', bundleTimeMs: 0 });
  expect([...again.list].map(({ name }) => name)).toEqual(['Squeeze']);
  expect(again.get('urn:test:other')).toBeUndefined();
});

test('of many presets the first are kept, 16 KiB of them', () => {
  const kept = new KeptDescriptions(folder);
  const preset = (n: number) => ({
    uri: `urn:test:preset-${n}`,
    label: `Preset ${n}`,
    values: { gain: n },
    hasState: false,
  });
  const presets = Array.from({ length: 1024 }, (_, n) => preset(n));
  kept.keep([{ ...squeeze, presets }]);
  const some = kept.get(squeeze.uri)?.presets ?? [];
  expect(some).toEqual(presets.slice(0, some.length));
  expect(JSON.stringify(some).length).toBeLessThan(17 * 1024);
  expect(JSON.stringify(presets.slice(0, some.length + 1)).length).toBeGreaterThan(16 * 1024);
});

test('the same is written once, and another version of a plugin takes the place of the one before', () => {
  const kept = new KeptDescriptions(folder);
  kept.keep([squeeze]);
  const first = kept.get(squeeze.uri);
  kept.keep([squeeze]);
  expect(kept.get(squeeze.uri)).toBe(first);
  kept.keep([{ ...squeeze, name: 'Squeeze 2' }]);
  expect(new KeptDescriptions(folder).get(squeeze.uri)?.name).toBe('Squeeze 2');
  expect(readdirSync(folder)).toHaveLength(2);
});

test('1,024 are kept, and the one that was kept first goes first', () => {
  const kept = new KeptDescriptions(folder);
  kept.keep(Array.from({ length: 1024 }, (_, n) => pluginOf(`many-${n}`)));
  kept.keep([pluginOf('last')]);
  expect(kept.get('urn:test:many-0')).toBeUndefined();
  expect(kept.get('urn:test:many-1')?.id).toBe('many-1');
  expect(readdirSync(folder)).toHaveLength(1025);
});

test('files that are damaged are no plugin, and no fault of the desk', () => {
  new KeptDescriptions(folder).keep([squeeze, pluginOf('other')]);
  for (const name of readdirSync(folder)) if (name !== 'index.json') writeFileSync(join(folder, name), '{');
  const damaged = new KeptDescriptions(folder);
  expect(damaged.get(squeeze.uri)).toBeUndefined();
  damaged.keep([squeeze]);
  expect(damaged.get(squeeze.uri)?.name).toBe('Squeeze');
  writeFileSync(join(folder, 'index.json'), 'no');
  expect([...new KeptDescriptions(folder).list]).toEqual([]);
});
