// The desk of a render: the same rows, checks and commits as the service's, without HTTP and without audio.
import type { Config } from '../../core/config.ts';
import type { AppliedCommit } from '../../core/desk/desk.ts';
import { LibsqlStore } from '../../core/desk/libsql-store.ts';
import { StoreFault } from '../../core/desk/store.ts';
import type { Wanted } from '../../core/desk/target.ts';
import { type OpenDesk, openDesk } from '../../core/open-desk.ts';
import { PerfBook } from '../../core/perf.ts';
import { contractOf } from '../../core/rows/contract.ts';
import { Refusal } from '../../core/rows/refusals.ts';
import type { Drivers } from '../../core/services.ts';
import { systemTime } from '../../core/time.ts';
import { WarningBoard } from '../../core/warnings.ts';
import { CommandFault } from '../fault.ts';
import { readAssignments } from '../values.ts';
import { copyStore } from './store-copy.ts';
import { idleDrivers, noAudio, noConvergence, noGraph, noLog, ReadOnlyStore } from './surroundings.ts';

/** What a render wants of the desk is what the mixer gets. */
const target = 'mixer';

export interface OfflineDeskOptions {
  readonly config: Pick<Config, 'providers' | 'folder'>;
  /** The mixer's. */
  readonly processors: Drivers['processors'];
  readonly stateFolder?: string;
}

export class OfflineDesk {
  readonly #open: OpenDesk;

  private constructor(open: OpenDesk) {
    this.#open = open;
  }

  /** A flat desk, or with `stateFolder` that desk as it is now; nothing of it is written. */
  static async open({ config, processors, stateFolder }: OfflineDeskOptions): Promise<OfflineDesk> {
    const store = stateFolder === undefined ? new ReadOnlyStore() : await readStore(stateFolder);
    const about = {
      version: '',
      startedAt: '',
      epoch: 'render',
      stateFolder: stateFolder ?? '',
      configFolder: config.folder,
    };
    const time = systemTime(noLog);
    const services = {
      audio: noAudio,
      drivers: idleDrivers(processors),
      graph: noGraph,
      convergence: noConvergence,
      log: noLog,
      perf: new PerfBook(),
    };
    return new OfflineDesk(
      await openDesk({ config, store, about, time, warnings: new WarningBoard(time, noLog), ...services }),
    );
  }

  /** Strips per kind. */
  async layout(): Promise<Record<string, number>> {
    return (await this.#open.rows.get('/console')).layout as Record<string, number>;
  }

  /** Every value that the mixer has of this desk. */
  values(): Wanted[] {
    const { assembly, desk, seen } = this.#open;
    const settings = assembly.registry.rows.filter((row) => row.type === 'setting');
    return settings.flatMap((row) =>
      assembly.registry.list(row).flatMap((place) => {
        const fields = [...contractOf(place, desk, seen).fields].filter(([, field]) => field.target === target);
        const row = fields.length > 0 ? desk.read(place.path) : {};
        return fields.map(([field]) => ({ path: place.path, field, value: row[field] }));
      }),
    );
  }

  /** Writes `field=value` words as a client would; answers what the mixer gets of it. Rejects with CommandFault refused. */
  async write(path: string, words: readonly string[]): Promise<Wanted[]> {
    const { rows, desk } = this.#open;
    const values: Wanted[] = [];
    const stop = desk.onApplied(({ changes }: AppliedCommit) => {
      for (const { place, field, contract, to } of changes) {
        if (contract.target === target) values.push({ path: place.path, field, value: to });
      }
    });
    try {
      const body = readAssignments(words, rows.options(path).fields as Parameters<typeof readAssignments>[1]);
      await rows.patch(path, body, { actor: 'render' });
      return values;
    } catch (error) {
      throw error instanceof Refusal ? new CommandFault('refused', refusalWords(path, error)) : error;
    } finally {
      stop();
    }
  }

  close(): Promise<void> {
    return this.#open.close();
  }
}

async function readStore(stateFolder: string): Promise<ReadOnlyStore> {
  const copy = copyStore(stateFolder);
  const store = new LibsqlStore(copy.folder);
  try {
    return new ReadOnlyStore(await store.open());
  } catch (error) {
    throw error instanceof StoreFault ? new CommandFault('refused', error.message) : error;
  } finally {
    await store.abandon();
    copy.remove();
  }
}

function refusalWords(path: string, { message, errors }: Refusal): string {
  return [`${path}: ${message}`, ...errors.map((error) => `  ${error.field}: ${error.message}`)].join('\n');
}
