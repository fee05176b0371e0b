import { expect, test } from 'vitest';
import { LogDouble } from '../rows/desk-double.ts';
import { Faults } from './fault-log.ts';
import { Listeners } from './listeners.ts';

test('one that throws is named in the log, and those after it are told', () => {
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

test('the same function that came twice is told twice, and each ends by itself', () => {
  const listeners = new Listeners(new Faults(new LogDouble()), 'a listener of the news');
  let told = 0;
  const listener = () => {
    told++;
  };
  const stop = listeners.add(listener);
  listeners.add(listener);
  listeners.notify();
  stop();
  listeners.notify();
  expect(told).toBe(3);
});
