import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readControlMessage } from '../core/audio/link/messages.ts';
import { Wire } from '../core/audio/link/wire.ts';
import { driverProcesses, stopDriverProcess } from './driver-processes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-stop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('those that hold a lock and live are found; stale, empty and foreign files are not', () => {
  const socket = join(folder, 'audio.sock');
  lock('audio.lock', JSON.stringify({ processId: process.pid, socket }));
  // Above the largest process id that Linux gives (PID_MAX_LIMIT, 2^22).
  lock('driver-gone.lock', JSON.stringify({ processId: 2 ** 22 + 1, socket }));
  lock('driver-empty.lock', '');
  lock('other.lock', JSON.stringify({ processId: process.pid, socket }));
  expect(driverProcesses(folder)).toEqual([{ name: 'audio', processId: process.pid, socket }]);
  expect(driverProcesses(join(folder, 'nowhere'))).toEqual([]);
});

test('a process is asked to stop over its link, and the end of the connection is waited for', async () => {
  const heard: unknown[] = [];
  const server = createServer((socket) => {
    new Wire(socket, readControlMessage, {
      message: (message) => {
        heard.push(message);
        socket.end();
      },
      values: () => {},
      meters: () => {},
      closed: () => {},
    });
  });
  const path = join(folder, 'audio.sock');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  await stopDriverProcess(path, 'rowdesk stop');
  server.close();
  expect(heard).toEqual([{ type: 'stop', reason: 'rowdesk stop', soundEnds: true }]);
});

test('where nobody answers there is nothing to wait for', async () => {
  await stopDriverProcess(join(folder, 'nobody.sock'), 'rowdesk stop');
});
