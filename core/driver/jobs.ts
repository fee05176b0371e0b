// Jobs of a driver package: long work that no device waits for.

export type JobFields = Readonly<Record<string, unknown>>;

export interface JobContext {
  /** How far the job is, of `total` in a unit of its own; often, since a job whose desk has gone ends by it. */
  progress(done: number, total: number, phase: string): void;
  /** Of an urgent job: from now on at the lowest priority, as any other. Processes that it starts later begin with that. */
  rest(): void;
}

/**
 * Runs in a process of its own, alone, at the lowest priority unless it is urgent, and may hold its JavaScript thread for a second at a time.
 * The result is the report; a rejection has a message for the user. A cancelled job is killed: its files are the caller's.
 */
export type DriverJob = (args: JobFields, context: JobContext) => JobFields | Promise<JobFields>;

/** By name. */
export type DriverJobs = Readonly<Record<string, DriverJob>>;
