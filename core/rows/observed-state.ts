// Observed state: the last reports of targets.

/** The reported value of one field of a target. */
export interface FieldReading {
  readonly value: unknown;
  /** The desk's revision that the target had applied at the time of the report. */
  readonly revision: number;
  /** `unverified`: the value was sent, but the target can't read it back. */
  readonly state: 'applied' | 'unverified' | 'refused';
  /** The reason of a refusal. */
  readonly reason?: string;
}

/** Reads observed state; reads are recorded like those of DeskReader. */
export interface ObservedReader {
  /** The last report of this field, undefined without one. Targets may report more fields than settings (`mutedBy`). */
  read(path: string, field: string): FieldReading | undefined;
  /** True when the last report of a writable field is its desired value, within the tolerance by which targets are corrected. */
  matches(path: string, field: string): boolean;
}

/** The reports of targets, with notification of changes. */
export interface ObservedReports extends Pick<ObservedReader, 'read'> {
  /** Called with all fields that changed in one report, in its tick. */
  onChange(listener: (changes: readonly { readonly path: string; readonly field: string }[]) => void): () => void;
}

/** The same beside the desired values. */
export interface ObservedState extends ObservedReports, ObservedReader {}
