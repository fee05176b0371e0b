// Two builds of one folder at the same time would write into each other's files.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dist } from './places.mjs';
import { say } from './say.mjs';

const file = `${dist}/.building`;
const mostWritingMs = 5000;

/** Runs `work` while no other build of this folder runs; waits for one that does, and calls `waits` first. */
export async function withLock(work, waits = () => say('Another build of this folder is running; waiting for it.')) {
  mkdirSync(dist, { recursive: true });
  for (let looks = 0; !take(); looks++) {
    if (looks === 0) waits();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const drop = () => rmSync(file, { force: true });
  process.on('exit', drop);
  try {
    return await work();
  } finally {
    process.off('exit', drop);
    drop();
  }
}

function take() {
  try {
    writeFileSync(file, `${process.pid} ${beginOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      // A full disk leaves an empty file.
      if (error.syscall === 'write') rmSync(file, { force: true });
      throw error;
    }
    if (!isHeld()) rmSync(file, { force: true });
    return false;
  }
}

/** False when the process that took the lock is gone, also where another has its number now. An empty file is being written. */
function isHeld() {
  try {
    const [pid, begin = ''] = readFileSync(file, 'utf8').split(' ');
    if (Number(pid) === 0) return Date.now() - statSync(file).mtimeMs < mostWritingMs;
    process.kill(Number(pid), 0);
    return begin === '' || beginOf(pid) === begin;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** When the process began, in ticks since the machine did; '' where the kernel does not say. */
function beginOf(pid) {
  try {
    // proc_pid_stat(5): the name, in brackets, may have spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19];
  } catch {
    return '';
  }
}
