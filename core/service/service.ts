// The facade over rows for HTTP and streams: read, describe, write and watch by path.

import { Faults } from '../base/fault-log.ts';
import { stopAll } from '../base/follow.ts';
import type { Refusal } from '../base/refusals.ts';
import { AddressBook } from '../rows/address-book.ts';
import { AnswerBounds } from '../rows/answer-bounds.ts';
import type { Fields, Row, Watcher } from '../rows/definitions.ts';
import { unknownPath } from '../rows/path-advice.ts';
import type { Registry } from '../rows/registry.ts';
import type { RowRef } from '../rows/row-ref.ts';
import type { Committed, Log, RowWrite, Time, Watching } from '../services.ts';
import { TaskRows } from '../tasks/task-rows.ts';
import { Hub } from '../watch/hub.ts';
import type { Publication } from '../watch/publication.ts';
import { jointCommit } from './joint-commit.ts';
import { LocatedRow, type OpenRowNeeds } from './open-row.ts';
import { Readings } from './readings.ts';
import type { OpenRow, RowAccess, RowOptions, RowsDesk, WriteOptions } from './row-access.ts';

export type * from './row-access.ts';

export interface RowServiceNeeds {
  readonly registry: Registry;
  readonly desk: RowsDesk;
  readonly time: Time;
  readonly log: Log;
  /** Counts a fault of a provider whose functions fail without throwing. */
  readonly failed?: (provider: string, fault: Refusal) => void;
}

/** A watcher inside the service. */
const inside: Watcher = { actor: '', address: '' };

export class RowService implements RowAccess {
  readonly addresses: AddressBook;
  readonly #needs: OpenRowNeeds;
  readonly #stop: () => void;

  constructor({ registry, desk, time, log, failed = () => {} }: RowServiceNeeds) {
    this.addresses = new AddressBook(registry);
    const sources = { desk, observed: desk.observed };
    const faults = new Faults(log);
    registry.failed = (where, error) => faults.note(error, where);
    const providerOf = (row: Row) => registry.providerOf(row);
    const bounds = new AnswerBounds({ time, faults, providerOf, failed });
    const tasks = new TaskRows({ desk, time, faults, bounds });
    const common = { sources, tasks, faults, bounds };
    const readings = new Readings({ desk, ...common });
    const hub = new Hub({ ...common, registry, time, revision: () => desk.revision });
    this.#needs = { ...common, registry, desk, readings, hub };
    this.#stop = stopAll(
      desk.onCommit((_revision, paths) => hub.touched(paths)),
      desk.observed.onChange((changes) => hub.observedChanged(changes)),
      registry.onAddressesChanged(() => this.#forgetTasks()),
    );
  }

  /** Watchers per counter, and leases bound to watching. */
  get watching(): Watching {
    const { hub } = this.#needs;
    const { counters } = hub;
    return {
      counts: () => counters.counts(),
      onCounts: (changed) => counters.onCounts(changed),
      lease: (path, holder, ended) => hub.lease(path, holder, ended),
    };
  }

  /** What is kept for watchers; all 0 without watchers. */
  get watched(): Hub['size'] {
    return this.#needs.hub.size;
  }

  /** The desk's revision. */
  get revision(): number {
    return this.#needs.desk.revision;
  }

  open(path: string): OpenRow {
    return new LocatedRow(this.#needs, this.#locate(path));
  }

  async get(path: string): Promise<Fields> {
    return (await this.open(path).read()).row;
  }

  options(path: string): RowOptions {
    return this.open(path).options();
  }

  watch(path: string, event: (name: Publication['name'], row: Fields, encoded: string) => void): () => void {
    const publish = ({ key, name, row, json }: Publication) => {
      if (key === '') event(name, row, json);
    };
    return this.open(path).watch({ publish }, inside);
  }

  expand(target: string, most: number): readonly string[] {
    const { faults, registry } = this.#needs;
    return faults.guard(`the addresses of ${target}`, () => registry.match(target, most).map(({ path }) => path));
  }

  *addressesOf(template: string): Iterable<string> {
    const { registry } = this.#needs;
    const row = registry.rows.find((each) => each.template === template);
    if (row !== undefined) for (const { path } of registry.each(row)) yield path;
  }

  onAddressesChanged(changed: (templates: readonly string[]) => void): () => void {
    return this.#needs.registry.onAddressesChanged((rows) => changed(rows.map(({ template }) => template)));
  }

  commit(writes: readonly RowWrite[], by: WriteOptions): Promise<Committed> {
    return this.#needs.faults.guard('a commit of several rows', () => jointCommit(writes, by, this.#needs));
  }

  templates() {
    return this.#needs.registry.rows.map((row) => ({
      template: row.template,
      continuous: row.continuous,
      onDemand: row.type === 'view' && row.onDemand,
      type: row.type,
      live: isLive(row),
    }));
  }

  /** Ends all watching and all tasks. */
  async stop(): Promise<void> {
    this.#stop();
    this.#needs.hub.stop();
    await this.#needs.tasks.stop();
  }

  #locate(path: string): RowRef {
    const { faults, registry } = this.#needs;
    // Not by `faults.guard`: each request comes by here, and is spared a closure.
    try {
      const place = registry.locate(path);
      if (place === undefined) throw unknownPath(registry, path);
      return place;
    } catch (error) {
      throw faults.refusal(error, `looking for ${path}`);
    }
  }

  #forgetTasks(): void {
    const { tasks, registry, faults } = this.#needs;
    try {
      tasks.forget(tasks.paths.filter((path) => registry.locate(path) === undefined));
    } catch (error) {
      faults.note(error, 'looking for tasks that have gone');
    }
  }
}

/** Aliases have the bounds of what they stand for; a maximum may follow another field of the row. */
function isLive(row: Row): boolean {
  if (row.type === 'alias' || row.limits !== undefined) return true;
  if (row.type !== 'setting') return false;
  if (typeof row.fields === 'function' || row.defaults !== undefined) return true;
  return Object.values(row.fields).some((schema) => 'maximumBy' in schema);
}
