import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TakeDocument } from './take-document.ts';
import { TakeFolder } from './take-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-take-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a take.json is written, and what links beside it lead to is not', async () => {
  const foreign = join(folder, 'foreign');
  writeFileSync(foreign, 'of the user');
  const take = TakeFolder.create(folder, 'friday');
  for (const name of ['.take.json.now', '.take.json.new']) symlinkSync(foreign, take.file(name));
  const written = () => JSON.parse(readFileSync(take.file('take.json'), 'utf8'));
  take.save({ takeId: 'soon' } as TakeDocument);
  await take.saved();
  expect([written(), take.fault]).toEqual([{ takeId: 'soon' }, '']);
  take.saveNow({ takeId: 'now' } as TakeDocument);
  expect(written()).toEqual({ takeId: 'now' });
  expect(readFileSync(foreign, 'utf8')).toBe('of the user');
});
