import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineProvider, type Token } from 'rowdesk/provider';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TakeLocks } from './index.ts';
import { takeFile, writeTake } from './take-fixture.ts';

let desk: TestHost;
let used = '';
const player = defineProvider({
  name: 'player',
  needs: { locks: TakeLocks.token as Token<TakeLocks> },
  rows: () => [],
  start: ({ locks }) => locks.use((id) => (id === used ? 'it is loaded' : undefined)),
});
beforeEach(async () => {
  used = '';
  desk = await startTestHost({ providers: ['takes', player] });
});
afterEach(() => desk.close());

/** The refusal, or the row of the task once it is over. */
async function remove(body: object) {
  const answer = await desk.patch('/takes/delete', { running: true, ...body });
  if (answer.status !== 200) return answer;
  return vi.waitFor(async () => {
    const task = await desk.get('/takes/delete');
    if (task.body.running) throw new Error('it runs');
    return task;
  });
}
const ids = async () => (await desk.get('/takes')).body.takes.map(({ id }: { id: string }) => id);

test('a take is deleted when that is confirmed; before, the report says what would go', async () => {
  const folder = writeTake(desk.stateFolder, takeFile('friday'));
  writeTake(desk.stateFolder, takeFile('saturday'));
  for (const name of ['01.peaks', 'show.json', 'moves.jsonl', '.parts', '.take.json.new', '.show.json.new'])
    writeFileSync(join(folder, name), '');
  await ids();
  await desk.patch('/takes/friday', { name: 'Best night' });
  expect((await remove({ id: 'friday' })).body.report).toMatchObject({ wouldDelete: { name: 'Best night' } });
  expect(existsSync(join(folder, 'take.json'))).toBe(true);
  expect((await remove({ id: 'friday', confirm: true })).body.report).toMatchObject({ outcome: 'applied', left: [] });
  expect(await ids()).toEqual(['saturday']);
  expect(existsSync(folder)).toBe(false);
  // Another take with this id has a name of its own.
  writeTake(desk.stateFolder, takeFile('friday'));
  await ids();
  expect((await desk.get('/takes/friday')).body.name).toBe('Friday');
});

test('a take that is kept, in use or absent stays', async () => {
  writeTake(desk.stateFolder, takeFile('friday'));
  await ids();
  await desk.patch('/takes/friday', { keep: true });
  expect((await remove({ id: 'friday', confirm: true })).body.params).toMatchObject({ reason: 'keep' });
  await desk.patch('/takes/friday', { keep: false });
  used = 'friday';
  const { status, body } = await remove({ id: 'friday', confirm: true });
  expect([status, body.detail]).toEqual([409, 'The take friday stays: it is loaded.']);
  for (const id of ['', 'gone']) expect((await remove({ id, confirm: true })).status).toBe(409);
  for (const id of ['..', '../takes', 'a/b', '/etc', '.hidden']) expect((await remove({ id })).status).toBe(422);
  expect(await ids()).toEqual(['friday']);
});

test('files that are not of the take stay, and links are not followed', async () => {
  const folder = writeTake(desk.stateFolder, takeFile('friday'));
  const outside = join(desk.stateFolder, 'outside.wav');
  writeFileSync(outside, 'sound');
  symlinkSync(outside, join(folder, '09-link.wav'));
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  mkdirSync(join(folder, '10-folder.wav'));
  symlinkSync(desk.stateFolder, join(desk.stateFolder, 'recordings', 'takes', 'all'));
  const { report } = (await remove({ id: 'friday', confirm: true })).body;
  expect([...report.left].sort()).toEqual(['10-folder.wav', 'notes.txt']);
  expect(readFileSync(outside, 'utf8')).toBe('sound');
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  expect(await ids()).toEqual([]);
  expect((await remove({ id: 'all', confirm: true })).status).toBe(409);
});
