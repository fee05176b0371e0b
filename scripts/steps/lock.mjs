// Two builds of one folder at the same time would write into each other's files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dist } from './places.mjs';
import { say } from './say.mjs';

const file = `${dist}/.building`;

/** Runs `work` while no other build of this folder runs; waits for one that does. */
export async function withLock(work) {
  mkdirSync(dist, { recursive: true });
  for (let waits = 0; !take(); waits++) {
    if (waits === 0) say('Another build of this folder is running; waiting for it.');
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
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld()) rmSync(file, { force: true });
    return false;
  }
}

/** False when the process that took the lock is gone. An empty file is one that is being written. */
function isHeld() {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
