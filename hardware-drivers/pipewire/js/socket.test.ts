import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listens } from '../../lib/cycles/js/socket-search.ts';
import { findSocket, pipeWireSearch } from './socket.ts';

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

const listening = (path: string) =>
  new Promise<() => Promise<void>>((resolve) => {
    const server = createServer();
    server.listen(path, () => resolve(() => new Promise((end) => server.close(() => end()))));
  });

test('a socket counts while a process listens at it, and one that a killed server left behind does not', async () => {
  const path = join(folder, 'live');
  const end = await listening(path);
  expect(listens({ name: 'live', path })).toBe(true);
  expect(listens({ name: 'studio', path: join(folder, 'studio') })).toBe(false);
  mkdirSync(join(folder, 'links'));
  symlinkSync(path, join(folder, 'links/live'));
  expect(listens({ name: 'live', path: join(folder, 'links/live') })).toBe(true);
  await end();
});

test('a server that was found stays while its socket is there, and a named one needs no listener', async () => {
  const environment = { XDG_RUNTIME_DIR: join(folder, 'run') };
  mkdirSync(environment.XDG_RUNTIME_DIR);
  const path = join(environment.XDG_RUNTIME_DIR, 'pipewire-0');
  const search = pipeWireSearch();
  const end = await listening(path);
  expect(search.find(environment)?.path).toBe(path);
  await end();
  expect(search.find(environment)).toBeUndefined();
  writeFileSync(path, '');
  expect(search.find(environment)).toBeUndefined();
  rmSync(path);
  const again = await listening(path);
  expect(search.find(environment)?.path).toBe(path);
  rmSync(path);
  writeFileSync(path, '');
  expect(search.find(environment)?.path).toBe(path);
  await again();
  expect(pipeWireSearch().find({ ...environment, PIPEWIRE_REMOTE: join(folder, 'studio') })?.name).toBe('studio');
});
