// A job of a driver package or of a provider. The program reads `{ driver | module, name, args }` on stdin, runs the job, and
// writes progress and the report as JSON lines to stdout. Exit codes: 0; 1 with the reason on stderr.
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ControlDriver, MixerDriver } from '../../driver.ts';

interface JobOrder {
  /** The folder of a driver's package. */
  readonly driver?: string;
  /** The URL of a provider's module, whose default export is `{ jobs }`. */
  readonly module?: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const write = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function run({ driver = '', module, name, args }: JobOrder): Promise<object> {
  const loaded = await import(module ?? moduleOf(driver));
  const jobs = (loaded.default as Pick<ControlDriver | MixerDriver, 'jobs'>).jobs ?? {};
  const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined;
  if (job === undefined) throw new Error(`${module ?? driver} has no job ${name}`);
  return job(args, { progress: (done, total, phase) => write({ type: 'progress', done, total, phase }), rest });
}

function moduleOf(driver: string): string {
  const module: unknown = JSON.parse(readFileSync(join(driver, 'package.json'), 'utf8'))?.rowdesk?.driver?.module;
  return pathToFileURL(resolve(driver, String(module))).href;
}

let isResting = false;
/** Every thread has a priority of its own. */
function rest(): void {
  if (isResting) return;
  isResting = true;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended, or has that priority.
    }
  }
}

try {
  write({ type: 'report', report: await run(JSON.parse(readFileSync(0, 'utf8'))) });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
