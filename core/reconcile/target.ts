// The port to a target of reconciliation: the mixer, the audio graph, a stagebox. The link to the driver processes
// implements the port; tests use doubles.

import type { TSchema } from '../base/typebox.ts';

/** One desired value; `path` and `field` as over HTTP. */
export interface Wanted {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  /** The schema of the setting: its tolerance, and `settlesMs`. */
  readonly schema?: TSchema;
  /** Duration of the fade of a level, in ms; the target reports the level at the end of the fade. */
  readonly fadeMs?: number;
}

/** One observed value. `unverified`: sent, but this target can't read it back. */
export interface Observed {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly state: 'applied' | 'unverified' | 'refused';
  /** The reason of a refusal. */
  readonly reason?: string;
}

/** Observed values of a target, with the revision that it has applied. */
export interface Observation {
  readonly revision: number;
  readonly values: readonly Observed[];
}

export interface TargetEvents {
  /** The target appeared, and needs the complete desired state. */
  present(): void;
  absent(reason: string): void;
  /** A report, after `apply` or unasked, at this applied revision. */
  observed(revision: number, values: readonly Observed[]): void;
  /** Values changed at the device, by hand: adopted as a commit by actor `device`. */
  changedOnDevice(values: readonly Observed[]): void;
}

export interface Target {
  readonly name: string;
  readonly isPresent: boolean;
  /** Unsent values conflate per field, the newest wins; one call reaches the target as one block. Never throws. */
  apply(revision: number, values: readonly Wanted[]): void;
  /**
   * The values of the target now. Rejects when they can't be read. `full`: all values; `delta`: at least the values that
   * differ from the last report of any kind.
   */
  observe(what: 'full' | 'delta'): Promise<Observation>;
  /** Takes one listener: the reconciler. */
  listen(events: TargetEvents): void;
}

/** The targets known now, by name. */
export interface Targets {
  list(): readonly Target[];
  onAdded(listener: (target: Target) => void): () => void;
}
