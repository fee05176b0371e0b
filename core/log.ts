// The log: JSON lines on stderr, since stdout is for data.
import pino from 'pino';
import type { Log } from './services.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export function createLog(level: LogLevel): Log {
  // Synchronous: the line that says why the process ended must be out before it ends.
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }));
}
