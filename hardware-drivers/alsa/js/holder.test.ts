import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holderOf } from './holder.ts';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'rowdesk-proc-'));
});
afterEach(() => rmSync(proc, { recursive: true }));

function put(file: string, text: string): void {
  mkdirSync(join(proc, file, '..'), { recursive: true });
  writeFileSync(join(proc, file), text);
}

test('the process that has a direction of the card is named, by the thread that opened it', () => {
  put('asound/card1/pcm0p/sub0/status', 'closed\n');
  put('asound/card1/pcm0c/sub0/status', 'state: RUNNING\nowner_pid   : 813\ntrigger_time: 6.1\n');
  put('813/status', 'Name:\tdata-loop.0\nTgid:\t812\n');
  put('812/comm', 'pipewire\n');
  expect(holderOf(1, proc)).toBe('pipewire (process 812)');
});

test('a card that is free, one that this process has, and one that is not there have no holder', () => {
  put('asound/card0/pcm0p/sub0/status', 'closed\n');
  put('asound/card1/pcm0p/sub0/status', `owner_pid   : ${process.pid}\n`);
  expect([holderOf(0, proc), holderOf(1, proc), holderOf(2, proc)]).toEqual(['', '', '']);
});

test('a holder that has gone meanwhile is a program', () => {
  put('asound/card0/pcm3p/sub0/status', 'owner_pid   : 77\n');
  expect(holderOf(0, proc)).toBe('a program (process 77)');
});

test('a thread of this process, as its audio thread, is no other holder', () => {
  put('asound/card0/pcm0p/sub0/status', 'owner_pid   : 4242\n');
  put('4242/status', `Tgid:\t${process.pid}\n`);
  expect(holderOf(0, proc)).toBe('');
});
