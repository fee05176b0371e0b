import { expect, it } from 'vitest';
import { follow, stopAll } from './follow.ts';

it('a row follows all its sources until it is watched no more', () => {
  const listeners = new Map<string, () => void>();
  const source = (name: string) => (changed: () => void) => {
    listeners.set(name, changed);
    return () => listeners.delete(name);
  };
  let changes = 0;
  const watch = follow({ onChange: source('audio') }, source('commits'));
  expect(listeners.size).toBe(0);
  const stop = watch({}, () => changes++);
  for (const changed of listeners.values()) changed();
  expect(changes).toBe(2);
  stop();
  expect(listeners.size).toBe(0);
});

it('all are stopped in their order, at the call only', () => {
  const stopped: number[] = [];
  const stop = stopAll(
    () => stopped.push(1),
    () => stopped.push(2),
  );
  expect(stopped).toEqual([]);
  stop();
  expect(stopped).toEqual([1, 2]);
});
