// Another program takes real time away from the audio thread: the row reads the kernel, and the desk sets it again.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { running } from '../harness/desk.ts';
import { startService, stopServices } from '../harness/service.ts';

afterEach(stopServices);

/** Policies of sched.h, as proc_pid_stat(5) counts them. */
const policies = ['SCHED_OTHER', 'SCHED_FIFO', 'SCHED_RR', 'SCHED_BATCH', '', 'SCHED_IDLE'];

function audioThread(processId: number): string {
  const folder = `/proc/${processId}/task`;
  const found = readdirSync(folder).find(
    (thread) => readFileSync(`${folder}/${thread}/comm`, 'utf8') === 'rowdesk-audio\n',
  );
  if (found === undefined) throw new Error('no thread is named rowdesk-audio');
  return found;
}

function policyOf(processId: number, thread: string): string | undefined {
  const stat = readFileSync(`/proc/${processId}/task/${thread}/stat`, 'utf8');
  // The name, field 2, may have blanks; the policy is field 41.
  return policies[Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38])];
}

test('an audio thread that another program made idle is scheduled as before, and a warning says so meanwhile', async () => {
  const service = await startService();
  await running(service);
  const { processId, policy, priority } = (await service.get('/telemetry/rt')).body;
  const thread = audioThread(processId);
  expect(policyOf(processId, thread)).toBe(policy);
  execFileSync('chrt', ['--idle', '--pid', '0', thread]);
  const { warnings } = await service.until('/warnings', ({ warnings: all }) =>
    all.some(({ detail = '' }: { readonly detail?: string }) => detail.includes('SCHED_IDLE')),
  );
  const { detail } = warnings.find((each: { readonly detail?: string }) => each.detail?.includes('SCHED_IDLE'));
  expect(detail).toContain(`instead of ${priority === 0 ? policy : `${policy} ${priority}`}`);
  await service.until('/warnings', ({ warnings: all }) =>
    all.every(({ detail = '' }: { readonly detail?: string }) => !detail.includes('SCHED_IDLE')),
  );
  expect(policyOf(processId, thread)).toBe(policy);
  expect((await service.get('/telemetry/rt')).body).toMatchObject({ policy, priority });
});
