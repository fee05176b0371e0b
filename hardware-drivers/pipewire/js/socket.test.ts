import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSocket } from './socket.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-socket-'));
  for (const name of ['pipewire-0', 'studio']) writeFileSync(join(folder, name), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

test("it is looked for where PipeWire's own clients look", () => {
  const found = { name: 'pipewire-0', path: join(folder, 'pipewire-0') };
  expect(findSocket({ XDG_RUNTIME_DIR: folder })).toEqual(found);
  expect(findSocket({ XDG_RUNTIME_DIR: '/nowhere', PIPEWIRE_RUNTIME_DIR: folder })).toEqual(found);
  expect(findSocket({ XDG_RUNTIME_DIR: folder, PIPEWIRE_REMOTE: 'studio' })?.name).toBe('studio');
  expect(findSocket({ PIPEWIRE_REMOTE: join(folder, 'studio') })?.path).toBe(join(folder, 'studio'));
});

test('where none is, none is found', () => {
  expect(findSocket({})).toBeUndefined();
  expect(findSocket({ XDG_RUNTIME_DIR: folder, PIPEWIRE_REMOTE: 'other' })).toBeUndefined();
});
