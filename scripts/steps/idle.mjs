// The lowest priority, for this process and the compilers that it starts.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Runs when nothing else does. For a process that leads a session of its own. */
export function beIdle() {
  setPriority(19);
  // SCHED_IDLE, from which the kernel takes the priority for the disk too; where chrt is missing, nice alone has to do.
  spawnSync('chrt', ['--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' });
  write('autogroup', '19');
  // The first to go when memory is short.
  write('oom_score_adj', '1000');
}

function write(file, value) {
  try {
    writeFileSync(`/proc/self/${file}`, value);
  } catch {
    // A kernel without it.
  }
}
