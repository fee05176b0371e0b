// The log: JSON lines on stderr, since stdout is for data.
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import type { Log } from '../services.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** `write` gets whole lines. */
export function createLog(level: LogLevel, write: (line: string) => void = toStderr): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
}

/** A pipe whose reader is slow is waited for so long, in milliseconds; a fader waits with it. */
const mostWaitMs = 20;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** At once: the line that says why the process ends must be out before it ends. Lines without a reader are dropped. */
export function toStderr(line: string): void {
  let rest = Buffer.from(line);
  for (let waitedMs = 0; rest.length > 0 && waitedMs < mostWaitMs; ) {
    try {
      rest = rest.subarray(writeSync(2, rest));
    } catch (error) {
      // The disk is full, or the reader has gone: the show goes on without a log.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(pause, 0, 0, 1);
      waitedMs++;
    }
  }
}
