import { expect, test } from 'vitest';
import { CleanupStack } from './cleanup-stack.ts';

test('steps are undone last first, once, and one that fails does not keep the others', async () => {
  const failed: string[] = [];
  const done: string[] = [];
  const unwinding = new CleanupStack((name) => failed.push(name));
  unwinding.add('first', () => done.push('first'));
  unwinding.add('broken', () => Promise.reject(new Error('stuck')));
  unwinding.add('last', async () => done.push('last'));
  await Promise.all([unwinding.cleanUp(), unwinding.cleanUp()]);
  expect(done).toEqual(['last', 'first']);
  expect(failed).toEqual(['broken']);
});
