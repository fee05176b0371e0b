import type { Fields, TaskRow } from '../rows/definitions.ts';

/** What the row of one task holds: between runs, what the last run left. */
export class TaskState {
  readonly #defaults: Fields;
  /** The extra fields as they will be, or are, given to the run. */
  extra: Fields;
  params: Fields | null = null;
  progress: { readonly done: number; readonly total: number; readonly phase: string } | null = null;
  refusal: object | null = null;
  report: Fields | null = null;
  running = false;
  startedAt: string | null = null;
  /** Ends the run that is under way. */
  abort: AbortController | undefined;
  /** Settles when the run that is under way has ended. */
  ended: Promise<void> = Promise.resolve();

  constructor(row: TaskRow) {
    this.#defaults = Object.fromEntries(
      Object.entries(row.extra).flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
    );
    this.extra = this.#defaults;
  }

  /** The row, in the order of interface.md 2.9. */
  get fields(): Fields {
    const { params, progress, refusal, report, running, startedAt, extra } = this;
    return { params, progress, refusal, report, running, startedAt, ...extra };
  }

  /** Extra fields are for one run: `confirm` given once confirms once. */
  forgetExtra(): void {
    this.extra = this.#defaults;
  }
}
