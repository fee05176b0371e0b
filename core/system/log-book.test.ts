import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Log } from '../services.ts';
import { LogBook } from './log-book.ts';

function book() {
  const written: string[] = [];
  const write = (level: string) => (_fields: object, message: string) => void written.push(`${level} ${message}`);
  const to: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return { book: new LogBook(to, () => 1_000), written };
}

test('lines are written and kept, with their source and their error in words', () => {
  const { book: log, written } = book();
  log.debug({}, 'not kept');
  log.info({ url: 'http://127.0.0.1:1' }, 'rows answer');
  log.warn({ process: 'audio', driver: 'alsa' }, 'a slow card');
  log.error({ err: new Error('no\nspace'), provider: 'lamp', deep: { a: 1 } }, 'a provider failed');
  expect(written).toEqual(['debug not kept', 'info rows answer', 'warn a slow card', 'error a provider failed']);
  const at = new Date(1_000).toISOString();
  expect(log.list()).toEqual([
    { number: 1, at, severity: 'info', source: 'desk', message: 'rows answer (url=http://127.0.0.1:1)' },
    { number: 2, at, severity: 'warning', source: 'alsa', message: 'a slow card' },
    { number: 3, at, severity: 'error', source: 'lamp', message: 'a provider failed: no space' },
  ]);
});

test('many lines of one severity push out none of another, and each is bounded', () => {
  const { book: log } = book();
  log.error({}, 'the first');
  for (let n = 0; n < 1_000; n++) log.info({ text: 'x'.repeat(10_000) }, 'y'.repeat(10_000));
  const lines = log.list();
  expect(lines).toHaveLength(log.mostPerSeverity + 1);
  expect(lines[0]).toMatchObject({ number: 1, message: 'the first' });
  expect(lines.at(-1)?.number).toBe(1_001);
  expect(Math.max(...lines.map(({ message }) => message.length))).toBe(400);
});

test('what opens something is in no line', () => {
  const { book: log } = book();
  log.hide(['open-sesame']);
  log.warn({ apiKey: 'abc', err: new Error('it said open-sesame') }, 'password=xyz is refused');
  expect(log.list()[0]?.message).toBe('password=… is refused: it said … (apiKey=…)');
});

test('a listener that throws, or logs, keeps no line from being kept', async () => {
  const { book: log, written } = book();
  const stop = log.watch(() => {
    throw new Error('broken');
  });
  let changes = 0;
  log.watch(() => changes++);
  log.info({}, 'one');
  log.info({}, 'two');
  expect(changes).toBe(0);
  await setImmediate();
  stop();
  log.info({}, 'three');
  await setImmediate();
  expect([changes, log.list().length]).toEqual([2, 3]);
  expect(written).toContain('error a listener of the log failed');
});

test('a book is one book', () => {
  const { book: log } = book();
  expect(LogBook.of(log)).toBe(log);
});
