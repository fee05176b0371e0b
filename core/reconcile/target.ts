// What must be made to agree with the desk: the mixer, the audio graph, a stagebox. The link to the driver processes
// implements this port; tests put doubles here.

import type { TSchema } from '../base/typebox.ts';

/** One wanted value, in the address space of HTTP: the mixer package alone knows what parameter it means. */
export interface Wanted {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  /** The schema of the setting: its tolerance, and `settlesMs`. */
  readonly schema?: TSchema;
  /** A level fades there over so many ms; what the target shows of it is where it goes. */
  readonly fadeMs?: number;
}

/** One observed value. `unverified`: sent, but this target can't read it back. */
export interface Observed {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly state: 'applied' | 'unverified' | 'refused';
  /** Why it was refused, in words. */
  readonly reason?: string;
}

/** What a target has, with the revision that it has applied. */
export interface Observation {
  readonly revision: number;
  readonly values: readonly Observed[];
}

export interface TargetEvents {
  /** It came (or came back): it wants the complete state; differences only are written to what runs already. */
  present(): void;
  absent(reason: string): void;
  /** It reported values of its own accord or after `want`, having applied this revision. */
  observed(revision: number, values: readonly Observed[]): void;
  /** A control turned by hand on a connected device: adopted as a commit by actor `device`. */
  turned(values: readonly Observed[]): void;
}

export interface Target {
  readonly name: string;
  readonly isPresent: boolean;
  /** Unsent values conflate per field, the newest wins; one call reaches the target as one block. Never throws. */
  want(revision: number, values: readonly Wanted[]): void;
  /**
   * What it really has now. Rejects when it can't be read. `all` is everything; `news` at least what is different from
   * what it told so far, whenever and in whatever way it told that.
   */
  observe(what: 'all' | 'news'): Promise<Observation>;
  /** One listener: the desk's convergence. */
  listen(events: TargetEvents): void;
}

/** The targets known now, by name. */
export interface Targets {
  list(): readonly Target[];
  onAdded(listener: (target: Target) => void): () => void;
}
