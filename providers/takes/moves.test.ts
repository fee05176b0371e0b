import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Move, readMoves } from './moves-file.ts';
import { MovesWriter } from './moves-writer.ts';
import { readShowFile, writeShowFile } from './show-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-moves-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const move = (atS: number, value: unknown = atS): Move => ({
  atS,
  values: [{ path: '/channel/input/1', field: 'levelDb', value }],
});
async function all(): Promise<readonly Move[]> {
  const moves: Move[] = [];
  for await (const each of readMoves(folder)) moves.push(each);
  return moves;
}

test('moves are read as they were written, with their fades; a take without moves has none', async () => {
  expect(await all()).toEqual([]);
  const writer = new MovesWriter(folder);
  const fade = { atS: 2.5, values: [{ path: '/channel/main/1', field: 'levelDb', value: -20, fadeMs: 2000 }] };
  writer.add(move(1));
  await writer.flush();
  writer.add(fade);
  await writer.close();
  expect(await all()).toEqual([move(1), fade]);
});

test('a line that a killed desk has cut counts as none, and the next desk goes on behind it', async () => {
  const first = new MovesWriter(folder);
  first.add(move(1));
  await first.close();
  appendFileSync(join(folder, 'moves.jsonl'), '{"atS":2,"val');
  const second = new MovesWriter(folder);
  second.add(move(3));
  await second.close();
  expect(await all()).toEqual([move(1), move(3)]);
});

test('beyond a bound moves end, and the file says so', async () => {
  const writer = new MovesWriter(folder, { mostBytes: 300, mostPendingBytes: 1_000 });
  for (let atS = 1; atS <= 20; atS++) writer.add(move(atS));
  await writer.close();
  expect((await all()).length).toBe(3);
  const lines = readFileSync(join(folder, 'moves.jsonl'), 'utf8').trim().split('\n');
  expect(JSON.parse(lines.at(-1) as string)).toEqual({ atS: 4, end: 'moves beyond 300 bytes are not kept' });
  const slow = new MovesWriter(folder, { mostBytes: 1_000_000, mostPendingBytes: 100 });
  slow.add(move(1));
  slow.add(move(2));
  await slow.close();
  expect(readFileSync(join(folder, 'moves.jsonl'), 'utf8')).toContain('the disk is too slow');
});

test('the show of a take is read as it was written, and no link is followed', async () => {
  const values = Array.from({ length: 2_500 }, (_, n) => ({ path: '/channel/input/1', field: `f${n}`, value: n }));
  const show = { format: 1 as const, takeId: 'friday', at: '2026-08-01T18:15:00.000Z', atS: 10, layout: { input: 8 } };
  await writeShowFile(folder, { ...show, values });
  expect(await readShowFile(folder)).toEqual({ ...show, values });
  rmSync(join(folder, 'show.json'));
  symlinkSync('/etc/hostname', join(folder, 'show.json'));
  await expect(readShowFile(folder)).rejects.toThrow('ELOOP');
});
