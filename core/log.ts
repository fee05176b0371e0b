// The log: JSON lines on stderr, since stdout is for data. The shape is that of bunyan and pino, which tools read.
import { writeSync } from 'node:fs';
import type { Log } from './services.ts';

const numbers = { debug: 20, info: 30, warn: 40, error: 50, silent: Number.POSITIVE_INFINITY };

export type LogLevel = keyof typeof numbers;

/** `write` gets whole lines. */
export function createLog(level: LogLevel, write: (line: string) => void = toStderr): Log {
  const at = (each: Exclude<LogLevel, 'silent'>) => {
    const number = numbers[each];
    if (number < numbers[level]) return () => {};
    return (fields: object, message: string) => write(lineOf(number, fields, message));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function lineOf(level: number, fields: object, msg: string): string {
  const time = new Date().toISOString();
  try {
    return `${JSON.stringify({ level, time, ...fields, msg }, readable)}\n`;
  } catch (error) {
    // Fields that go round in a circle.
    return `${JSON.stringify({ level, time, msg, unreadable: (error as Error).message })}\n`;
  }
}

/** An error has nothing that JSON would show by itself. */
function readable(_name: string, value: unknown): unknown {
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return { ...value, type: name, message, stack, ...(cause === undefined ? {} : { cause }) };
  }
  return typeof value === 'bigint' ? String(value) : value;
}

/** At once: the line that says why the process ends must be out before it ends. What nobody takes is dropped. */
export function toStderr(line: string): void {
  try {
    let rest = Buffer.from(line);
    while (rest.length > 0) rest = rest.subarray(writeSync(2, rest));
  } catch {
    // The disk is full, or the reader has gone: the show goes on without a log.
  }
}
