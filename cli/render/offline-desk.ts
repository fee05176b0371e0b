// The desk of a render: the same rows, checks and commits as the service's, without HTTP and without audio.
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameJson } from '../../core/base/json.ts';
import { Refusal } from '../../core/base/refusals.ts';
import type { Commit } from '../../core/desk/desk.ts';
import type { Value } from '../../core/driver.ts';
import type { Config } from '../../core/host/config.ts';
import { type OpenDesk, openDesk } from '../../core/host/open-desk.ts';
import { DesiredState } from '../../core/reconcile/desired-state.ts';
import { isTargeted, type TargetedValue } from '../../core/reconcile/desired-value.ts';
import type { SettingPlace } from '../../core/rows/row-ref.ts';
import type { Drivers } from '../../core/services.ts';
import { LibsqlStore } from '../../core/store/libsql-store.ts';
import { StoreError } from '../../core/store/store.ts';
import { PerfBook } from '../../core/system/perf.ts';
import { systemTime } from '../../core/system/time.ts';
import { WarningBoard } from '../../core/system/warnings.ts';
import { CommandError } from '../command-error.ts';
import { readAssignments } from '../values.ts';
import { idleDrivers, noAudio, noConvergence, noGraph, noJobs, noLog, ReadOnlyStore } from './offline-services.ts';
import { copyStore } from './store-copy.ts';

/** A render reads the desired state of the mixer. */
const target = 'mixer';

/** How long a task may go on after its answer; its times are those of the machine, not of the render. */
const taskTimeoutMs = 10_000;
const taskPollMs = 5;

export interface OfflineDeskOptions {
  readonly config: Pick<Config, 'providers' | 'folder'>;
  /** As its manifest describes it. */
  readonly mixer: Pick<Drivers, 'processors' | 'fields'>;
  readonly stateFolder?: string;
}

export class OfflineDesk {
  readonly #open: OpenDesk;
  readonly #desired: DesiredState;
  /** Values sent to the mixer, by address and field. */
  readonly #lastSent = new Map<string, unknown>();
  readonly #release: () => Promise<void>;

  private constructor(open: OpenDesk, release: () => Promise<void>) {
    this.#open = open;
    this.#release = release;
    this.#desired = new DesiredState({ desk: open.desk, registry: open.assembly.registry, log: noLog });
  }

  /** A flat desk, or with `stateFolder` that desk as it is now; nothing of it is written. */
  static async open({ config, mixer, stateFolder }: OfflineDeskOptions): Promise<OfflineDesk> {
    const { store, release } = stateFolder === undefined ? storeOfNone() : storeOf(stateFolder);
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
      drivers: idleDrivers(mixer),
      graph: noGraph,
      jobs: noJobs,
      convergence: () => noConvergence,
      log: noLog,
      perf: new PerfBook(),
    };
    try {
      const warnings = new WarningBoard(time, noLog);
      return new OfflineDesk(await openDesk({ config, store, about, time, warnings, ...services }), release);
    } catch (error) {
      await release();
      throw error instanceof StoreError ? new CommandError('refused', error.message) : error;
    }
  }

  /** Strips per kind. */
  async layout(): Promise<Record<string, number>> {
    return (await this.#open.rows.get('/console')).layout as Record<string, number>;
  }

  /** Every value that the mixer has of this desk. */
  values(): Value[] {
    this.#lastSent.clear();
    return this.#unsent(this.#desired.of(target));
  }

  /** Writes `field=value` words as a client would; answers what the mixer gets of it. Rejects with CommandError refused. */
  async write(path: string, words: readonly string[]): Promise<Value[]> {
    const { rows, desk } = this.#open;
    const values: Value[] = [];
    let foreign: string | undefined;
    const stop = desk.onApplied(({ changes, fadeMs }: Commit) => {
      for (const { place, field } of changes) foreign ??= this.#foreign(place, field);
      const places = this.#desired.readersOf(changes.map(({ place }) => place.path));
      for (const { place } of changes) if (isTargeted(place)) places.add(place);
      const unsent = this.#unsent([...places].flatMap((place) => this.#desired.at(place)));
      values.push(...(fadeMs === undefined ? unsent : unsent.map((value) => ({ ...value, fadeMs }))));
    });
    try {
      const row = rows.open(path);
      const { fields, task } = row.options();
      await row.patch(readAssignments(words, fields as Parameters<typeof readAssignments>[1]), { actor: 'render' });
      if (task) await this.#ended(path);
      if (foreign !== undefined) throw new CommandError('refused', `${path}: ${foreign}`);
      return values;
    } catch (error) {
      throw error instanceof Refusal ? new CommandError('refused', refusalWords(path, error)) : error;
    } finally {
      stop();
    }
  }

  /** Waits for the end of a task. Rejects with CommandError refused where it refused, or goes on for too long. */
  async #ended(path: string): Promise<void> {
    const { rows } = this.#open;
    const untilMs = performance.now() + taskTimeoutMs;
    let row = await rows.get(path);
    while (row.running === true && performance.now() < untilMs) {
      await sleep(taskPollMs);
      row = await rows.get(path);
    }
    const { detail = '' } = (row.refusal ?? {}) as { detail?: string };
    if (row.refusal) throw new CommandError('refused', `${path}: ${detail}`);
    if (row.running === true)
      throw new CommandError('refused', `${path}: it goes on for more than ${taskTimeoutMs / 1000} s`);
  }

  /** Why a change of a field can't be heard in a render; undefined where it can, or makes no sound. */
  #foreign(place: SettingPlace, field: string): string | undefined {
    const desired = isTargeted(place) ? this.#desired.at(place).find((each) => each.field === field) : undefined;
    if (desired === undefined || desired.target === target) return undefined;
    return `${field} is for ${desired.target}, which a render does not have`;
  }

  /** Those of the mixer that it does not have yet. */
  #unsent(desired: readonly TargetedValue[]): Value[] {
    const ofMixer = desired.filter((value) => value.target === target);
    return ofMixer.flatMap(({ path, field, value }) => {
      const key = `${path} ${field}`;
      if (this.#lastSent.has(key) && isSameJson(this.#lastSent.get(key), value)) return [];
      this.#lastSent.set(key, value);
      return [{ path, field, value }];
    });
  }

  async close(): Promise<void> {
    await this.#open.close().finally(this.#release);
  }
}

interface OfflineStore {
  readonly store: ReadOnlyStore;
  release(): Promise<void>;
}

const storeOfNone = (): OfflineStore => ({ store: new ReadOnlyStore(), release: async () => {} });

/** A copy of the desk's store, there until it is let go: scenes are read when they are recalled. */
function storeOf(stateFolder: string): OfflineStore {
  const copy = copyStore(stateFolder);
  const store = new LibsqlStore(copy.folder);
  const release = () => store.abandon().finally(() => copy.remove());
  return { store: new ReadOnlyStore(store), release };
}

function refusalWords(path: string, { message, errors }: Refusal): string {
  return [`${path}: ${message}`, ...errors.map((error) => `  ${error.field}: ${error.message}`)].join('\n');
}
