import type { DeskReader, Fields } from './definitions.ts';

/** What a run of a task gets. */
export interface TaskRun {
  readonly signal: AbortSignal;
  readonly actor: string;
  readonly desk: DeskReader;
  /** Once `signal` is aborted: who cancelled it; '' where the desk ends, its address goes, or another run takes over. */
  readonly cancelledBy: string;
  progress(done: number, total: number, phase: string): void;
  /** What the run works on, where that is more than its extra fields: `params` shows it beside them. */
  works(on: Fields): void;
  /** What it does is done but for what takes its time: from now on a start ends this run and takes over. */
  yields(): void;
  /** For what it reads before it begins, before its first await: the answer waits, so that a refusal then is 4XX too. */
  ready<T>(work: Promise<T>): Promise<T>;
  /** Ends the run with a refusal: 4XX when it comes before the first await, in the row in any case. */
  refuse(code: string, params?: Fields): never;
}
