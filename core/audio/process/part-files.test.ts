import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeParts, partOf, removeLeftParts, removeParts } from './part-files.ts';

let folder: string;
let file: string;
/** Of a process that has ended. */
let ended: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-parts-'));
  file = join(folder, 'main.wav');
  ended = spawnSync('true').pid;
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a render completes and removes its own parts, whatever another process makes of the same name', () => {
  writeFileSync(partOf(file), 'own');
  writeFileSync(`${file}.1.part`, 'other');
  completeParts([file]);
  expect(readdirSync(folder).sort()).toEqual(['main.wav', 'main.wav.1.part']);
  expect(readFileSync(file, 'utf8')).toBe('own');
  writeFileSync(partOf(file), 'again');
  removeParts([file]);
  expect(readdirSync(folder).sort()).toEqual(['main.wav', 'main.wav.1.part']);
});

test('parts of processes that have ended go, those of living ones and of other files stay', () => {
  const left = `main.wav.${ended}.part`;
  const others = ['main.wav.1.part', 'main.wav.x.part', `main.wav2.${ended}.part`, `other.wav.${ended}.part`];
  for (const name of [left, ...others]) writeFileSync(join(folder, name), '');
  writeFileSync(partOf(file), '');
  removeLeftParts([file, join(folder, 'none/main.wav')]);
  expect(readdirSync(folder).sort()).toEqual([...others, `main.wav.${process.pid}.part`].sort());
});
