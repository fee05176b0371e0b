// The log: JSON lines on stderr, since stdout is for data.
import { writeSync } from 'node:fs';
import { pino } from './pino.ts';
import type { Log } from './services.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** `write` gets whole lines. */
export function createLog(level: LogLevel, write: (line: string) => void = toStderr): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
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
