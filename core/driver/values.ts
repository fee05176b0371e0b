// Desired and observed values, and the target that has them.

/** A desired value; `path` and `field` as over HTTP. */
export interface Value {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  /** Duration of the fade to a desired level, in ms. A value that can't fade changes at once. */
  readonly fadeMs?: number;
}

/** An observed value. Its numbers are finite: rows keep the value from before another one, and a warning names the field. */
export interface Reading extends Omit<Value, 'fadeMs'> {
  /** `unverified`: the value was sent, but the target can't read it back. */
  readonly state: 'applied' | 'unverified' | 'refused';
  /** The reason of a refusal. */
  readonly reason?: string;
}

/** Observed values, with the revision that the target has applied. */
export interface Observation {
  readonly revision: number;
  readonly values: readonly Reading[];
}

/** A target of reconciliation. All functions run in the driver's process, on its JavaScript thread. */
export interface Convergent {
  /** The target's name: `mixer`, `clock`; for a device kind and id, `stagebox:virtual-32x16`. */
  readonly target: string;
  /**
   * Applies these desired values as one block. Returns each value that can't be applied, with its reason; the rest is
   * applied. `observe` returns this revision once the audio thread (or the device) has the values. `isComplete`: the block is
   * the first one of a control process that came: all desired values but those that `observe` had already.
   */
  apply(revision: number, values: readonly Value[], isComplete?: boolean): readonly Reading[];
  /**
   * All values of the target, read from the audio thread or the device, never from a copy in JavaScript. Core calls
   * this at every heartbeat. The same object at the same index as before means an unchanged value, and is not compared.
   */
  observe(): Observation;
  /**
   * Actions: clip reset, identify; for the mixer `latencies { rate }`, which returns `paths`, a list of `{ from, to,
   * processingMs }` by ports. Throws Error with a message for the client.
   */
  call?(method: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Methods of `call` that change no value. After any other method core calls `observe` at once. */
  readonly reads?: readonly string[];
}
