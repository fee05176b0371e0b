// Jobs for providers, in processes of their own.
import { Refusal } from '../base/refusals.ts';
import type { DriverKind } from '../driver.ts';
import type { Fields } from '../rows/definitions.ts';
import type { JobRun, Jobs, RenderChange, RenderOrder, RenderReport } from '../services.ts';
import type { DriverPackage } from './discovery/package.ts';
import { type JobProgram, runJobProcess } from './processes/job-process.ts';

/** Processes at once: the show needs the machine. */
const mostJobs = 2;

export class JobProcesses implements Jobs {
  readonly #packages: readonly DriverPackage[];
  #running = 0;

  constructor(packages: readonly DriverPackage[]) {
    this.#packages = packages;
  }

  async run(kind: DriverKind, name: string, args: Fields, run: JobRun): Promise<Fields> {
    return this.#job({ driver: this.#folderOf(kind), name, args }, run);
  }

  runOwn(module: string, name: string, args: Fields, run: JobRun): Promise<Fields> {
    return this.#job({ module, name, args }, run);
  }

  async render({ device, changes, ...job }: RenderOrder, run: JobRun): Promise<RenderReport> {
    const drivers = { mixer: this.#folderOf('mixer'), device: this.#folderOf(device) };
    const report = await this.#inTurn(
      'render',
      textOf({ ...job, drivers }, changes),
      run,
      ({ frames, totalFrames }) => {
        run.progress(Number(frames), Number(totalFrames), 'render');
      },
    );
    return report as unknown as RenderReport;
  }

  async #job(order: object, run: JobRun): Promise<Fields> {
    const { report } = await this.#inTurn('job', order, run, (line) => {
      run.progress(Number(line.done), Number(line.total), String(line.phase));
    });
    return report as Fields;
  }

  async #inTurn(
    program: JobProgram,
    input: object | AsyncIterable<string>,
    { signal, isUrgent = false }: JobRun,
    progress: (line: Readonly<Record<string, unknown>>) => void,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (this.#running >= mostJobs) {
      const detail = `${mostJobs} jobs run already; wait for one, or cancel one.`;
      throw new Refusal('conflict', detail, { reason: 'too-many-jobs', most: mostJobs });
    }
    this.#running++;
    try {
      return await runJobProcess(program, input, { signal, progress, isLow: true, isUrgent });
    } catch (error) {
      if (signal.aborted || error instanceof Refusal) throw error;
      throw new Refusal('conflict', (error as Error).message, { reason: 'job-failed' });
    } finally {
      this.#running--;
    }
  }

  #folderOf(kind: DriverKind): string {
    const found = this.#packages.find(({ manifest }) => manifest.kind === kind);
    if (found !== undefined) return found.folder;
    throw new Refusal('device-absent', `The configuration switches on no driver of kind ${kind}.`, { kind });
  }
}

/** The JSON of a job: one piece for each change, so that no piece takes long. */
async function* textOf(job: object, changes: AsyncIterable<RenderChange>): AsyncGenerator<string> {
  yield `${JSON.stringify(job).slice(0, -1)},"changes":[`;
  let separator = '';
  for await (const change of changes) {
    yield separator + JSON.stringify(change);
    separator = ',';
  }
  yield ']}';
}
