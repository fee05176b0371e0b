// Long work in processes of their own, at the lowest priority of the machine.

import { type Token, token } from '../base/token.ts';
import type { DriverKind } from '../driver.ts';
import type { Fields } from '../rows/definitions.ts';
import type { RenderChange, RenderJob, RenderReport } from './render-job.ts';

export interface JobRun {
  /** Aborted, it ends the process; the job then rejects with the reason of the signal. */
  readonly signal: AbortSignal;
  progress(done: number, total: number, phase: string): void;
  /** It begins at the priority of the desk, until it has what an operator waits for (`rest` of its context). */
  readonly isUrgent?: boolean;
}

/**
 * A job of a render. Core adds the drivers: the mixer, and the one of the kind `device` for its offline device. Changes may
 * be many, and go to the process as they come.
 */
export interface RenderOrder extends Omit<RenderJob, 'drivers' | 'changes'> {
  readonly device: DriverKind;
  readonly changes: AsyncIterable<RenderChange>;
}

/**
 * Jobs reject with Refusal `conflict`, reason `job-failed`, in the words of the job; also when its process dies. Files of a
 * job that failed or was cancelled are the caller's to remove. A process ends soon after the control process, however that ends.
 */
export interface Jobs {
  /** Runs a job (core/driver/jobs.ts) of the driver of this kind. Resolves to its report. */
  run(kind: DriverKind, name: string, args: Fields, run: JobRun): Promise<Fields>;
  /**
   * Runs a job of the provider that asks. `module`: the URL of a module of its own, `jobs.js` beside its index; what it
   * imports is read in the process of the job only.
   */
  runOwn(module: string, name: string, args: Fields, run: JobRun): Promise<Fields>;
  /** Runs the mixer without a clock, as fast as the machine can. */
  render(order: RenderOrder, run: JobRun): Promise<RenderReport>;
}
export const Jobs: Token<Jobs> = token<Jobs>('core.jobs');
