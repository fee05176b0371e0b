import { expect, test } from 'vitest';
import { AudioThread, type Scheduling } from './audio-thread.ts';

const fifo: Scheduling = { policy: 'SCHED_FIFO', priority: 80 };

function rig(first: Scheduling | null = fifo) {
  const kernel = { now: first, calls: [] as unknown[][], failure: '' };
  const thread = new AudioThread({
    scheduling: () => kernel.now,
    schedule: (...words) => {
      kernel.calls.push(words);
      if (kernel.failure === '') kernel.now = { policy: words[1], priority: words[2] };
      return kernel.failure;
    },
  });
  return { kernel, thread };
}

test('a thread that lost its real time gets it again, with a reason until the next look', () => {
  const { kernel, thread } = rig();
  expect(thread.look(7, 0)).toBe(true);
  kernel.now = { policy: 'SCHED_IDLE', priority: 0 };
  expect(thread.look(7, 500)).toBe(false);
  expect(thread.look(7, 1000)).toBe(true);
  expect(thread.scheduling).toEqual({ policy: 'SCHED_IDLE', priority: 0 });
  expect(thread.reason).toBe(
    'the audio thread ran with SCHED_IDLE instead of SCHED_FIFO 80: another program took it; it is set again',
  );
  expect(kernel.calls).toEqual([[7, 'SCHED_FIFO', 80]]);
  expect(thread.look(7, 2000)).toBe(true);
  expect([thread.scheduling, thread.reason]).toEqual([fifo, '']);
});

test('where it can not be set again the reason stays', () => {
  const { kernel, thread } = rig();
  kernel.failure = 'Operation not permitted';
  thread.look(7, 0);
  kernel.now = { policy: 'SCHED_FIFO', priority: 5 };
  for (const ms of [1000, 2000]) thread.look(7, ms);
  expect(thread.reason).toContain(
    `SCHED_FIFO 5 instead of SCHED_FIFO 80: another program took it; it can't be set again`,
  );
  expect(kernel.calls).toHaveLength(2);
});

test('a server that gives real time later is no fault, nor is a thread of another policy from its start', () => {
  const { kernel, thread } = rig({ policy: 'SCHED_OTHER', priority: 0 });
  thread.look(7, 0);
  kernel.now = { policy: 'SCHED_RR', priority: 20 };
  thread.look(7, 1000);
  expect([thread.reason, kernel.calls]).toEqual(['', []]);
  // Another thread drives.
  kernel.now = { policy: 'SCHED_OTHER', priority: 0 };
  thread.look(8, 1100);
  expect([thread.reason, thread.scheduling?.policy]).toEqual(['', 'SCHED_OTHER']);
  expect(thread.look(0, 1200)).toBe(true);
  expect([thread.reason, thread.scheduling, kernel.calls]).toEqual(['', undefined, []]);
});
