import { beforeEach, describe, expect, test } from 'vitest';
import { nextTurn } from '../../base/steps.ts';
import { Type } from '../../base/typebox.ts';
import type { Reading } from '../../driver.ts';
import type { DesiredValue } from '../../reconcile/target.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import type { ObservedFrame } from '../link/values.ts';
import { type BeforeSwitch, LinkTarget, type TargetLink } from './link-target.ts';

interface Sent {
  readonly number: number;
  readonly sequence: number;
  readonly revision: number;
  readonly complete: boolean;
  readonly values: readonly DesiredValue[];
}

let time: FakeTime;
let sent: Sent[];
let reports: string[];
let observed: (readonly [number, readonly Reading[]])[];
let settled: number;
let target: LinkTarget;
let found: Reading[];

const level = (path: string, value: unknown): DesiredValue => ({ path, field: 'levelDb', value });
const has = (path: string, value: unknown, state: Reading['state'] = 'applied'): Reading => {
  return { path, field: 'levelDb', value, state };
};
const settling = (path: string, value: boolean, settlesMs: number): DesiredValue => {
  return { path, field: 'on', value, schema: Type.Boolean({ settlesMs }) };
};
const link: TargetLink = {
  apply: (number, sequence, revision, complete, values) => sent.push({ number, sequence, revision, complete, values }),
  observe: async () => ({ revision: 3, values: found }),
};

beforeEach(() => {
  time = new FakeTime();
  sent = [];
  reports = [];
  observed = [];
  settled = 0;
  found = [];
  target = new LinkTarget('mixer', time, () => {
    settled += 1;
  });
  target.listen({
    present: () => reports.push('present'),
    absent: (reason) => reports.push(`absent: ${reason}`),
    observed: (revision, values) => observed.push([revision, values]),
    changedOnDevice: () => reports.push('changedOnDevice'),
  });
});

function answer(sequence: number, values: readonly Reading[] = [], revision = 5): void {
  const frame: ObservedFrame = { purpose: 'observed', complete: false, target: 7, sequence, revision, values };
  target.take(frame);
}

test('of the complete state only what differs is written, as one block', async () => {
  found = [has('/a', -20.000001), has('/b', -3), has('/c', 0, 'unverified'), has('/d', 'text'), has('/e', ['x'])];
  await target.attach(link, 7);
  expect(reports).toEqual(['present']);
  const desired = [
    level('/a', -20),
    level('/b', -6),
    level('/c', 0),
    level('/d', 'text'),
    level('/e', ['y']),
    level('/f', 1),
  ];
  target.apply(9, desired);
  expect(sent).toEqual([
    { number: 7, sequence: 1, revision: 9, complete: true, values: [desired[1], desired[2], desired[4], desired[5]] },
  ]);
  expect(settled).toBe(0);
  answer(1);
  expect(settled).toBe(1);
  expect(target.isSettled).toBe(true);
});

test('a state that does not differ is said to be complete all the same', async () => {
  found = [has('/a', -20)];
  await target.attach(link, 7);
  target.apply(9, [level('/a', -20)]);
  expect(sent).toMatchObject([{ complete: true, revision: 9, values: [] }]);
});

test('a desk that says nothing wants nothing: after a second the state counts as complete', async () => {
  await target.attach(link, 7);
  time.advance(999);
  expect(sent).toEqual([]);
  time.advance(1);
  expect(sent).toMatchObject([{ complete: true, values: [] }]);
});

test('while a block is under way newer values replace older ones, and go as one block with the newest revision', async () => {
  await target.attach(link, 7);
  target.apply(9, [level('/a', 1)]);
  for (let revision = 10; revision < 20; revision += 1) {
    target.apply(revision, [level('/a', revision), level(`/strip/${revision % 2}`, revision)]);
  }
  expect(sent).toHaveLength(1);
  answer(1);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ revision: 19, complete: false });
  expect(sent[1]?.values).toEqual([level('/a', 19), level('/strip/0', 18), level('/strip/1', 19)]);
  answer(2);
  target.apply(20, [level('/a', 20)]);
  expect(sent[2]).toMatchObject({ revision: 20, values: [level('/a', 20)] });
});

test('a report of its own accord is no acknowledgement', async () => {
  await target.attach(link, 7);
  target.apply(9, [level('/a', 1)]);
  target.apply(10, [level('/a', 2)]);
  answer(0, [has('/a', 1)], 9);
  expect(sent).toHaveLength(1);
  expect(observed).toEqual([[9, [has('/a', 1)]]]);
});

test('what is desired while it is absent is not kept: it gets the complete state when it comes', async () => {
  target.apply(4, [level('/a', 1)]);
  await target.attach(link, 7);
  target.apply(5, [level('/b', 2)]);
  expect(sent).toMatchObject([{ revision: 5, values: [level('/b', 2)] }]);
  target.apply(6, [level('/c', 3)]);
  target.detach('it ended');
  expect(reports).toEqual(['present', 'absent: it ended']);
  await expect(target.observe('full')).rejects.toThrow('the target mixer is absent');
  await target.attach(link, 8);
  target.apply(7, []);
  expect(sent.at(-1)).toMatchObject({ number: 8, complete: true, values: [] });
});

test('a target that goes while it is asked stays absent', async () => {
  const attaching = target.attach(link, 7);
  target.detach('it ended');
  await attaching;
  expect(target.isPresent).toBe(false);
  expect(reports).toEqual([]);
});

test('a target that can not be read when it comes is present, and gets all that is desired', async () => {
  await target.attach({ ...link, observe: () => Promise.reject(new Error('it threw undefined')) }, 7);
  expect(reports).toEqual(['present']);
  target.apply(4, [level('/a', -20)]);
  expect(sent).toEqual([{ number: 7, sequence: 1, revision: 4, complete: true, values: [level('/a', -20)] }]);
});

test('after the complete state sound waits as long as the slowest field that it changes settles', async () => {
  await target.attach(link, 7);
  target.apply(1, [settling('/i/1', true, 200), settling('/i/2', true, 3000), settling('/i/3', true, 100)]);
  expect(target.settlingMs).toBe(3000);
  found = [{ path: '/i/2', field: 'on', value: true, state: 'applied' }];
  await target.attach(link, 8);
  target.apply(1, [settling('/i/1', true, 200), settling('/i/2', true, 3000)]);
  expect(target.settlingMs).toBe(200);
});

test('what the schema calls equal is not written again', async () => {
  const links = (value: readonly string[]) => ({ path: '/patch', field: 'links', value });
  const unordered = { schema: Type.Array(Type.String(), { unordered: true }) };
  found = [{ ...links(['b', 'a']), state: 'applied' }];
  await target.attach(link, 7);
  target.apply(1, [{ ...links(['a', 'b']), ...unordered }]);
  expect(sent).toMatchObject([{ complete: true, values: [] }]);
});

describe('a field that settles', () => {
  const phantom = (path: string, value: boolean) => settling(path, value, 3000);
  const pad = (path: string, value: boolean) => settling(path, value, 200);
  let asked: { paths: readonly string[]; silent: () => void; fail: () => void }[];
  let ends: number[];

  beforeEach(async () => {
    asked = [];
    ends = [];
    const beforeSwitch: BeforeSwitch = (paths) =>
      new Promise((resolve, reject) => {
        const silent = () => resolve((settlingMs) => ends.push(settlingMs));
        asked.push({ paths, silent, fail: () => reject(new Error('no mixer')) });
      });
    target = new LinkTarget('stagebox:a', time, () => {}, beforeSwitch);
    await target.attach(link, 7);
    target.apply(1, []);
    answer(1);
    sent = [];
  });

  test('waits until nobody hears the socket, and the wait after it begins with the acknowledgement', async () => {
    target.apply(2, [phantom('/i/1', true), level('/i/1', 5)]);
    expect(sent).toEqual([]);
    expect(asked).toMatchObject([{ paths: ['/i/1'] }]);
    asked[0]?.silent();
    await settledPromises();
    expect(sent).toMatchObject([{ revision: 2, values: [phantom('/i/1', true), level('/i/1', 5)] }]);
    expect(ends).toEqual([]);
    answer(2);
    expect(ends).toEqual([3000]);
  });

  test('is waited for no longer than its schema says', async () => {
    target.apply(2, [pad('/i/1', true)]);
    asked[0]?.silent();
    await settledPromises();
    answer(2);
    expect(ends).toEqual([200]);
  });

  test('takes along what is desired meanwhile, and waits for a socket more too', async () => {
    target.apply(2, [phantom('/i/1', true)]);
    target.apply(3, [phantom('/i/1', false), pad('/i/2', true)]);
    asked[0]?.silent();
    await settledPromises();
    expect(sent).toEqual([]);
    expect(asked[1]?.paths).toEqual(['/i/2']);
    asked[1]?.silent();
    await settledPromises();
    expect(sent).toMatchObject([{ revision: 3, values: [phantom('/i/1', false), pad('/i/2', true)] }]);
    answer(2);
    expect(ends).toEqual([3000, 3000]);
    target.apply(4, [phantom('/i/1', true)]);
    expect(asked).toHaveLength(3);
  });

  test('is done at once where nobody can be silenced', async () => {
    target.apply(2, [phantom('/i/1', true)]);
    asked[0]?.fail();
    await settledPromises();
    expect(sent).toHaveLength(1);
  });

  test('that can not take place any more holds nobody', async () => {
    target.apply(2, [phantom('/i/1', true)]);
    target.detach('it ended');
    asked[0]?.silent();
    await settledPromises();
    expect(sent).toEqual([]);
    expect(ends).toEqual([0]);
  });

  test('that is not acknowledged before the device goes ends the wait for it', async () => {
    target.apply(2, [phantom('/i/1', true)]);
    asked[0]?.silent();
    await settledPromises();
    target.detach('it ended');
    expect(ends).toEqual([3000]);
  });

  test('of a device that can not be read yet is no switch: it is one where the device turns out to be without it', async () => {
    target.detach('it ended');
    await target.attach({ ...link, observe: () => Promise.reject(new Error('it does not answer yet')) }, 8);
    target.apply(3, [phantom('/i/1', true)]);
    expect(asked).toEqual([]);
    expect(sent).toMatchObject([{ complete: true, values: [phantom('/i/1', true)] }]);
    answer(sent[0]?.sequence as number);
    target.apply(3, [phantom('/i/1', true)]);
    expect(asked).toMatchObject([{ paths: ['/i/1'] }]);
  });

  test('is silenced when the device comes back without it', async () => {
    target.detach('it ended');
    await target.attach(link, 8);
    target.apply(3, [phantom('/i/1', true)]);
    expect(sent).toEqual([]);
    asked[0]?.silent();
    await settledPromises();
    expect(sent).toMatchObject([{ complete: true, values: [phantom('/i/1', true)] }]);
  });
});

const settledPromises = () => new Promise((resolve) => setImmediate(resolve));

test('how long a level is to move goes with it, and is that of its newest value', async () => {
  await target.attach(link, 7);
  target.apply(9, [{ ...level('/a', -20), fadeMs: 2000 }, level('/b', -6)]);
  expect(sent.at(-1)?.values).toEqual([{ ...level('/a', -20), fadeMs: 2000 }, level('/b', -6)]);
  target.apply(10, [
    { ...level('/a', -30), fadeMs: 5000 },
    { ...level('/b', -30), fadeMs: 5000 },
  ]);
  target.apply(11, [level('/a', -40)]);
  answer(1);
  expect(sent.at(-1)).toMatchObject({
    revision: 11,
    values: [level('/a', -40), { ...level('/b', -30), fadeMs: 5000 }],
  });
  expect(sent.at(-1)?.values[0]).not.toHaveProperty('fadeMs');
});

test('thousands of values are written a turn later, with what was newer by then, as one block', async () => {
  await target.attach(link, 7);
  target.apply(4, []);
  answer(1);
  const many = Array.from({ length: 3000 }, (_, n) => level(`/strip/${n}`, -7));
  target.apply(9, many);
  expect(sent).toHaveLength(1);
  target.apply(10, [level('/strip/2', -1)]);
  await nextTurn();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ revision: 10, complete: false });
  expect(sent[1]?.values).toHaveLength(3000);
  expect(sent[1]?.values[2]).toMatchObject({ value: -1 });
  answer(2);
  await nextTurn();
  expect(sent).toHaveLength(2);
});

test('a target that leaves in between gets nothing of it', async () => {
  await target.attach(link, 7);
  target.apply(4, []);
  answer(1);
  target.apply(
    9,
    Array.from({ length: 3000 }, (_, n) => level(`/strip/${n}`, -7)),
  );
  target.detach('unplugged');
  await nextTurn();
  expect(sent).toHaveLength(1);
});
