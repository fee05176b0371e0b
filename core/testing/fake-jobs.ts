// Jobs without processes: a test answers them.
import { Refusal } from '../base/refusals.ts';
import type { Fields } from '../rows/definitions.ts';
import type { JobRun, Jobs, RenderOrder, RenderReport } from '../services.ts';

export interface FakeJob {
  /** The name of a job of a driver or a provider; `render` for a render. */
  readonly name: string;
  readonly args: Fields;
  readonly run: JobRun;
}

export class FakeJobs implements Jobs {
  /** All jobs, in order. */
  readonly started: FakeJob[] = [];
  /** What a job does; its result is the report. */
  answer: (job: FakeJob) => Fields | Promise<Fields> = () => {
    throw new Refusal('device-absent', 'The test answers no jobs.');
  };

  run(_kind: string, name: string, args: Fields, run: JobRun): Promise<Fields> {
    return this.#start({ name, args, run });
  }

  runOwn(_module: string, name: string, args: Fields, run: JobRun): Promise<Fields> {
    return this.#start({ name, args, run });
  }

  async render(order: RenderOrder, run: JobRun): Promise<RenderReport> {
    return (await this.#start({ name: 'render', args: order as unknown as Fields, run })) as unknown as RenderReport;
  }

  async #start(job: FakeJob): Promise<Fields> {
    this.started.push(job);
    return this.answer(job);
  }
}
