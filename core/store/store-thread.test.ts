import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { StoreThread, type StoreWorker } from './store-thread.ts';

class WorkerDouble extends EventEmitter implements StoreWorker {
  readonly asked: object[] = [];

  postMessage(question: object): void {
    this.asked.push(question);
  }

  terminate(): Promise<void> {
    this.emit('exit', 1);
    return Promise.resolve();
  }
}

function begin() {
  const workers: WorkerDouble[] = [];
  const thread = new StoreThread('rowdesk.db', () => {
    const worker = new WorkerDouble();
    workers.push(worker);
    return worker;
  });
  return { thread, workers };
}

test('answers come in the order of the questions', async () => {
  const { thread, workers } = begin();
  const checks = ['a', 'b'].map((file) => thread.ask('check', { file }));
  expect(workers).toHaveLength(1);
  workers[0]?.emit('message', { result: ['a is damaged'] });
  workers[0]?.emit('message', { fault: { code: 13, message: 'full' } });
  await expect(checks[0]).resolves.toEqual(['a is damaged']);
  await expect(checks[1]).rejects.toMatchObject({ code: 'store-full' });
});

test('a thread that ends late takes nothing from the one that came after it, and each answers its own questions', async () => {
  const { thread, workers } = begin();
  const first = thread.ask('check', { file: 'a' });
  workers[0]?.emit('error', new Error('out of memory'));
  await expect(first).rejects.toMatchObject({ code: 'store-lost' });
  const second = thread.ask('check', { file: 'b' });
  workers[0]?.emit('exit', 1);
  const third = thread.ask('check', { file: 'c' });
  expect(workers.map(({ asked }) => asked)).toEqual([
    [{ action: 'check', file: 'a' }],
    [
      { action: 'check', file: 'b' },
      { action: 'check', file: 'c' },
    ],
  ]);
  workers[1]?.emit('message', { result: ['of b'] });
  workers[1]?.emit('message', { result: ['of c'] });
  await expect(Promise.all([second, third])).resolves.toEqual([['of b'], ['of c']]);
});

test('what is asked of a thread that is ended rejects', async () => {
  const { thread } = begin();
  const asked = thread.ask('check', { file: 'a' });
  await thread.end();
  await expect(asked).rejects.toMatchObject({ code: 'store-lost' });
});
