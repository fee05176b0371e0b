import { expect, test } from 'vitest';
import { createLog, type LogLevel } from './log.ts';

function logged(level: LogLevel, fields: object): readonly Record<string, unknown>[] {
  const lines: string[] = [];
  const log = createLog(level, (line) => lines.push(line));
  for (const each of ['debug', 'info', 'warn', 'error'] as const) log[each](fields, `a ${each}`);
  expect(lines.every((line) => line.endsWith('\n') && line.trim().split('\n').length === 1)).toBe(true);
  return lines.map((line) => JSON.parse(line));
}

test('each line is an object with its level, its time, its fields and its message', () => {
  const [line] = logged('debug', { path: '/console', text: 'two\nlines' });
  expect(line).toEqual({
    level: 20,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    path: '/console',
    text: 'two\nlines',
    msg: 'a debug',
  });
});

test('what is below the level is not written', () => {
  const levels = (level: LogLevel) => logged(level, {}).map((line) => line.level);
  expect(levels('debug')).toEqual([20, 30, 40, 50]);
  expect(levels('warn')).toEqual([40, 50]);
  expect(levels('silent')).toEqual([]);
});

test('an error is logged with its stack, its own fields and its cause', () => {
  const err = Object.assign(new TypeError('no bulb', { cause: new Error('no power') }), { code: 'EBULB' });
  expect(logged('error', { err })[0]?.err).toMatchObject({
    type: 'TypeError',
    message: expect.stringContaining('no bulb'),
    stack: expect.stringMatching(/log\.test\.ts[\s\S]*no power/),
    code: 'EBULB',
  });
});

test('fields that are no JSON do not keep the message back', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(logged('error', circle)[0]).toMatchObject({ msg: 'a error' });
  expect(logged('error', { frames: 3n })[0]).toMatchObject({ msg: 'a error' });
});
