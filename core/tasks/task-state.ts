import type { Fields, TaskRow } from '../rows/definitions.ts';

/** The state of one task: between runs, that of the last run. */
export class TaskState {
  /**
   * Of the extra fields: the row always shows these, since what is given counts for the run that it starts; see
   * `params`.
   */
  readonly defaults: Fields;
  params: Fields | null = null;
  progress: { readonly done: number; readonly total: number; readonly phase: string } | null = null;
  refusal: object | null = null;
  report: Fields | null = null;
  running = false;
  startedAt: string | null = null;
  /** The actor that cancelled the run, '' without one. */
  cancelledBy = '';
  /** A start ends the run that is under way. */
  isYielding = false;
  /** Ends the current run. */
  abort: AbortController | undefined;
  /** Settles when the current run has ended. */
  ended: Promise<void> = Promise.resolve();

  constructor(row: TaskRow) {
    this.defaults = Object.fromEntries(
      Object.entries(row.extra).flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
    );
  }

  /** The row, with its fields in the order of interface.md 2.9. */
  get fields(): Fields {
    const { params, progress, refusal, report, running, startedAt, defaults } = this;
    return { params, progress, refusal, report, running, startedAt, ...defaults };
  }
}
