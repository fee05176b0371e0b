import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { realAlarm } from './alarm.ts';

test('what a child of a process waits for a processor counts for that process', async () => {
  // Two that compute on one processor wait for each other.
  const busy = 'a=0; while [ $a -lt 100000 ]; do a=$((a+1)); done';
  const script = `(${busy}) & (${busy}; echo $$; kill -STOP $(sh -c 'echo $PPID')) & wait`;
  const parent = spawn('taskset', ['1', 'sh', '-c', `${script}; read line`], { stdio: ['pipe', 'pipe', 'ignore'] });
  const processId = parent.pid ?? 0;
  await once(createInterface({ input: parent.stdout }), 'line');
  const own = Number(readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  expect(realAlarm.waitedMs(processId)).toBeGreaterThan(own);
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').split(' ').filter(Boolean);
  for (const each of [...children, processId]) process.kill(Number(each), 'SIGKILL');
  await once(parent, 'close');
});
