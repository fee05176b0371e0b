import type { DeskReader, Fields } from './definitions.ts';

/** The argument of a task's `run`. */
export interface TaskRun {
  readonly signal: AbortSignal;
  readonly actor: string;
  readonly desk: DeskReader;
  /** The cancelling actor, once `signal` is aborted; '' when the desk ends, the address goes, or another run takes over. */
  readonly cancelledBy: string;
  progress(done: number, total: number, phase: string): void;
  /** Adds fields to `params` of the row, beside the extra fields: the subject of the run. */
  works(on: Fields): void;
  /** The effect is complete, only its duration remains (a fade): from now on a new start ends this run and takes over. */
  yields(): void;
  /** Wraps reads before the run's first other await: the answer to the client waits, so that a refusal is still a 4XX. */
  ready<T>(work: Promise<T>): Promise<T>;
  /** Ends the run with a refusal: in the row, and as a 4XX if it comes before the first await. */
  refuse(code: string, params?: Fields): never;
}
