import { expect, test } from 'vitest';
import { LogDouble } from '../rows/desk-double.ts';
import { Faults } from './fault-log.ts';
import { Listeners } from './listeners.ts';

test('a listener that throws is named in the log, and the listeners after it run', () => {
  const log = new LogDouble();
  const listeners = new Listeners<[word: string]>(new Faults(log), 'a listener of the news');
  const heard: string[] = [];
  listeners.add(() => {
    throw new TypeError('broken');
  });
  const stop = listeners.add((word) => heard.push(word));
  listeners.notify('one');
  stop();
  listeners.notify('two');
  expect(heard).toEqual(['one']);
  const line = { level: 'error', fields: { where: 'a listener of the news' } };
  expect(log.lines).toMatchObject([line, line]);
});

test('a function added twice runs twice, and each ends by itself', () => {
  const listeners = new Listeners(new Faults(new LogDouble()), 'a listener of the news');
  let calls = 0;
  const listener = () => {
    calls++;
  };
  const stop = listeners.add(listener);
  listeners.add(listener);
  listeners.notify();
  stop();
  listeners.notify();
  expect(calls).toBe(3);
});
