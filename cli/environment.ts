import type { Terminal } from './terminal.ts';

/** What every command gets beside its words. */
export interface Environment {
  readonly terminal: Terminal;
  /** From its call on, SIGINT, SIGTERM and SIGHUP abort this signal instead of ending the process. */
  readonly interrupted: () => AbortSignal;
}
