import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InstanceLock, lockHolderOf } from './instance-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const taken = (claim: unknown) => claim as InstanceLock;

test('the second start learns process id and address of the first', () => {
  const first = taken(InstanceLock.take(folder));
  first.answersAt('http://127.0.0.1:8700/api');
  expect(InstanceLock.take(folder)).toMatchObject({ pid: process.pid, address: 'http://127.0.0.1:8700/api' });
  expect(lockHolderOf(folder)?.pid).toBe(process.pid);
});

test('a refused start leaves nothing behind, and a released folder can be claimed', () => {
  const first = taken(InstanceLock.take(folder));
  InstanceLock.take(folder);
  expect(readdirSync(folder)).toHaveLength(1);
  first.release();
  expect(lockHolderOf(folder)).toBeUndefined();
  expect(InstanceLock.take(folder)).toBeInstanceOf(InstanceLock);
});

const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
const leave = (pid: number | undefined, started: string | undefined, ofBoot = boot) =>
  writeFileSync(join(folder, `control-${pid}-${started}-${ofBoot}-01234567.claim`), '');
const startedOf = (pid: number | undefined) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21];

test('a process that was killed holds nothing', async () => {
  const child = spawn('sleep', ['60']);
  leave(child.pid, startedOf(child.pid));
  expect(InstanceLock.take(folder)).toMatchObject({ pid: child.pid, address: '' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(InstanceLock.take(folder)).toBeInstanceOf(InstanceLock);
});

test('a process that has ended holds nothing while its parent has not asked for its exit code', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [printed] = await once(parent.stdout, 'data');
  const pid = Number(printed);
  leave(pid, startedOf(pid));
  await vi.waitUntil(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
  expect(InstanceLock.take(folder)).toBeInstanceOf(InstanceLock);
  parent.kill('SIGKILL');
});

test('a process that took the number of the first later on, or after a reboot, is not the first', () => {
  leave(process.pid, '1');
  expect(InstanceLock.take(folder)).toBeInstanceOf(InstanceLock);
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  leave(process.pid, startedOf(process.pid), '0'.repeat(32));
  expect(InstanceLock.take(folder)).toBeInstanceOf(InstanceLock);
});

test('other files are no claims', () => {
  writeFileSync(join(folder, 'control-x.claim'), '{"pid":');
  expect(InstanceLock.take(folder)).toBeInstanceOf(InstanceLock);
});

test('where the folder can not be written its claim is in another, and counts for both', () => {
  const gone = join(folder, 'gone');
  const first = taken(InstanceLock.take(gone, folder));
  expect(readdirSync(folder)).toHaveLength(1);
  expect(InstanceLock.take(gone, folder)).toMatchObject({ pid: process.pid });
  expect(lockHolderOf(gone, folder)?.pid).toBe(process.pid);
  first.release();
  expect(lockHolderOf(gone, folder)).toBeUndefined();
  expect(() => InstanceLock.take(gone, join(folder, 'gone-too'))).toThrow(/ENOENT.*gone\//);
});

test('of simultaneous starts exactly one goes on, in whichever order they decide', () => {
  for (let round = 0; round < 50; round++) {
    const claims = Array.from({ length: 2 + (round % 3) }, () => new InstanceLock(folder));
    const decided = new Map<InstanceLock, unknown>();
    while (decided.size < claims.length) {
      for (const claim of claims.filter((each) => !decided.has(each))) {
        const decision = claim.decide();
        if (decision !== undefined) decided.set(claim, decision);
      }
    }
    const running = claims.filter((claim) => decided.get(claim) === claim);
    expect(running).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
    running[0]?.release();
  }
});

test('a start that found no other goes on, however the claim of a later one is named', () => {
  for (let round = 0; round < 20; round++) {
    const first = new InstanceLock(folder);
    expect(first.decide()).toBe(first);
    expect(InstanceLock.take(folder)).toMatchObject({ pid: process.pid });
    first.release();
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('a start that never decides counts as the holder, and what a killed one left counts for nothing', () => {
  const [one, other] = [new InstanceLock(folder), new InstanceLock(folder)];
  const decisions = [one.decide(true), other.decide(true)];
  expect(decisions.filter((decision) => decision instanceof InstanceLock)).toHaveLength(1);
  one.release();
  other.release();
  leave(process.pid, '1');
  writeFileSync(join(folder, `control-${process.pid}-1-${boot}-01234567.claim.undecided`), '');
  const claim = taken(InstanceLock.take(folder));
  expect(readdirSync(folder)).toHaveLength(1);
  claim.release();
});
