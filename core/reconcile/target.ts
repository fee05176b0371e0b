// The port to a target of reconciliation: the mixer, the audio graph, a stagebox. The link to the driver processes
// implements the port; tests use doubles.

import type { TSchema } from '../base/typebox.ts';
import type { Observation, Reading, Value } from '../driver.ts';

/** A desired value with the schema of the setting: its tolerance, and `settlesMs`. */
export interface DesiredValue extends Value {
  readonly schema?: TSchema;
}

export interface TargetEvents {
  /** The target appeared, and needs the complete desired state. */
  present(): void;
  absent(reason: string): void;
  /** A report, after `apply` or unasked, at this applied revision. */
  observed(revision: number, values: readonly Reading[]): void;
  /** Values changed at the device, by hand: adopted as a commit by actor `device`. */
  changedOnDevice(values: readonly Reading[]): void;
}

export interface Target {
  readonly name: string;
  readonly isPresent: boolean;
  /** Unsent values conflate per field, the newest wins; one call reaches the target as one block. Never throws. */
  apply(revision: number, values: readonly DesiredValue[]): void;
  /**
   * The values of the target now. Rejects when they can't be read. `full`: all values; `delta`: at least the values that
   * differ from the last report of any kind.
   */
  observe(what: 'full' | 'delta'): Promise<Observation>;
  /** Takes one listener: the reconciler. */
  listen(events: TargetEvents): void;
}

/** Desired values that start the process of a target. */
export interface Demand {
  /** The names of targets that are absent until a value is desired of them. */
  readonly targets: readonly string[];
  /** Of such a target, among others. */
  take(target: string, value: DesiredValue): void;
}

/** The targets known now, by name. */
export interface Targets {
  readonly demand?: Demand;
  list(): readonly Target[];
  onAdded(listener: (target: Target) => void): () => void;
}
