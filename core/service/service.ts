// The one entry for HTTP and streams: reading, describing, writing and watching of rows by their paths.

import { Faults } from '../base/fault-log.ts';
import { Refusal } from '../base/refusals.ts';
import { AddressBook } from '../rows/address-book.ts';
import { aliasChanges, invalidFields, type ViewWrite } from '../rows/alias-changes.ts';
import { AnswerBounds } from '../rows/answer-bounds.ts';
import { type Contract, contractOf } from '../rows/contract.ts';
import type { AliasRow, Fields, Row, SettingChange, Watcher } from '../rows/definitions.ts';
import { ifMatchHolds } from '../rows/etag.ts';
import { aliasValue, type Sources } from '../rows/evaluation.ts';
import { unknownPath } from '../rows/path-advice.ts';
import type { Registry } from '../rows/registry.ts';
import type { RowRef } from '../rows/row-ref.ts';
import type { Log, Time, Watching } from '../services.ts';
import { TaskRows } from '../tasks/task-rows.ts';
import { Hub } from '../watch/hub.ts';
import type { Publication, Sink } from '../watch/publication.ts';
import { commitLabel } from './commit-label.ts';
import { outcomeOf } from './outcome.ts';
import { Readings } from './readings.ts';
import type { EncodedReading, RowAccess, RowOptions, RowsDesk, WriteOptions, Written } from './row-access.ts';
import { methodsOf, rowOptions } from './row-options.ts';
import { viewWriteErrors, writeView } from './view-write.ts';

export type * from './row-access.ts';

export interface RowServiceNeeds {
  readonly registry: Registry;
  readonly desk: RowsDesk;
  readonly time: Time;
  readonly log: Log;
  /** Counts a fault against the provider whose functions made it without throwing. */
  readonly failed?: (provider: string, fault: Refusal) => void;
}

/** A watcher inside the service. */
const inside: Watcher = { actor: '', address: '' };

export class RowService implements RowAccess {
  readonly addresses: AddressBook;
  readonly #registry: Registry;
  readonly #desk: RowsDesk;
  readonly #sources: Sources;
  readonly #faults: Faults;
  readonly #bounds: AnswerBounds;
  readonly #tasks: TaskRows;
  readonly #readings: Readings;
  readonly #hub: Hub;
  readonly #stops: (() => void)[];

  constructor({ registry, desk, time, log, failed = () => {} }: RowServiceNeeds) {
    this.addresses = new AddressBook(registry);
    this.#registry = registry;
    this.#desk = desk;
    this.#sources = { desk, observed: desk.observed };
    this.#faults = new Faults(log);
    registry.failed = (where, error) => this.#faults.note(error, where);
    const providerOf = (row: Row) => registry.providerOf(row);
    this.#bounds = new AnswerBounds({ time, faults: this.#faults, providerOf, failed });
    this.#tasks = new TaskRows({ desk, time, faults: this.#faults, bounds: this.#bounds });
    const common = { sources: this.#sources, tasks: this.#tasks, faults: this.#faults, bounds: this.#bounds };
    this.#readings = new Readings({ desk, ...common });
    this.#hub = new Hub({
      ...common,
      registry,
      time,
      revision: () => desk.revision,
    });
    this.#stops = [
      desk.onCommit((_revision, paths) => this.#hub.touched(paths)),
      desk.observed.onChange((changes) => this.#hub.observedChanged(changes)),
      registry.onAddressesChanged(() => this.#forgetTasks()),
    ];
  }

  /** Watchers per counter, and leases bound to watching. */
  get watching(): Watching {
    const { counters } = this.#hub;
    return {
      counts: () => counters.counts(),
      onCounts: (changed) => counters.onCounts(changed),
      lease: (path, holder, ended) => this.#hub.lease(path, holder, ended),
    };
  }

  /** How much is held for watchers; all 0 when nobody watches. */
  get watched(): Hub['size'] {
    return this.#hub.size;
  }

  /** The desk's. */
  get revision(): number {
    return this.#desk.revision;
  }

  read(path: string): EncodedReading | Promise<EncodedReading> {
    const place = this.#locate(path);
    return this.#faults.guard(`GET ${place.path}`, () => this.#readings.encoded(place));
  }

  async get(path: string): Promise<Fields> {
    return (await this.read(path)).row;
  }

  options(path: string): RowOptions {
    const place = this.#locate(path);
    return this.#faults.guard(`OPTIONS ${place.path}`, () =>
      rowOptions(place, this.#contract(place), methodsOf(place, this.#desk)),
    );
  }

  methods(path: string): readonly string[] {
    const place = this.#locate(path);
    return this.#faults.guard(`OPTIONS ${place.path}`, () => methodsOf(place, this.#desk));
  }

  takesLargeBody(path: string): boolean {
    return this.#locate(path).row.largeBody ?? false;
  }

  async patch(path: string, body: unknown, options: WriteOptions): Promise<Written> {
    const place = this.#locate(path);
    try {
      return await this.#patch(place, body, options);
    } catch (error) {
      throw this.#faults.refusal(error, `PATCH ${place.path}`);
    }
  }

  subscribe(path: string, sink: Sink, watcher: Watcher): () => void {
    const place = this.#locate(path);
    return this.#faults.guard(`watching ${place.path}`, () => this.#hub.watch(place, sink, watcher));
  }

  watch(path: string, event: (name: Publication['name'], row: Fields, encoded: string) => void): () => void {
    const publish = ({ key, name, row, json }: Publication) => {
      if (key === '') event(name, row, json);
    };
    return this.subscribe(path, { publish }, inside);
  }

  expand(target: string, most: number): readonly string[] {
    return this.#faults.guard(`the addresses of ${target}`, () =>
      this.#registry.match(target, most).map((place) => place.path),
    );
  }

  onAddressesChanged(changed: () => void): () => void {
    return this.#registry.onAddressesChanged(() => changed());
  }

  templates() {
    return this.#registry.rows.map((row) => ({
      template: row.template,
      continuous: row.continuous,
      onDemand: row.type === 'view' && row.onDemand,
      type: row.type,
    }));
  }

  /** Ends all watching and all tasks. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#hub.stop();
    await this.#tasks.stop();
  }

  #locate(path: string): RowRef {
    const place = this.#faults.guard(`looking for ${path}`, () => this.#registry.locate(path));
    if (place === undefined) throw this.#faults.guard(`looking for ${path}`, () => unknownPath(this.#registry, path));
    return place;
  }

  #contract(place: RowRef): Contract {
    return contractOf(place, this.#desk, this.#desk.observed);
  }

  async #patch(place: RowRef, body: unknown, options: WriteOptions): Promise<Written> {
    const { row } = place;
    const { actor, ifMatch } = options;
    const allow = methodsOf(place, this.#desk);
    if (!allow.includes('PATCH')) {
      throw new Refusal('method-not-allowed', `${place.path} has no writable field.`, { allow });
    }
    const errors = this.#contract(place).checkBody(body);
    if (errors.length > 0) throw invalidFields(errors);
    const fields = body as Fields;
    if (row.type === 'setting') {
      const changes = Object.entries(fields).map(([field, value]) => ({ path: place.path, field, value }));
      return this.#commit(place, changes, Object.keys(fields), options);
    }
    if (row.type === 'alias') return this.#patchAlias(row, place, fields, options);
    this.#refuseIfMatch(place, ifMatch);
    if (row.type === 'task') await this.#tasks.write(place, fields, actor);
    else await writeView({ place, fields, via: {} }, options, this.#bounds);
    return { ...(await this.#readings.of(place)), revision: this.#desk.revision, durable: true };
  }

  async #patchAlias(row: AliasRow, place: RowRef, body: Fields, options: WriteOptions): Promise<Written> {
    const current = () => aliasValue(row, place, this.#sources, this.#sources);
    const { settings, views } = aliasChanges(row, place, body, this.#desk, this.#registry, current);
    const errors = views.flatMap((write) => viewWriteErrors(write, this.#contract(write.place)));
    if (errors.length > 0) throw invalidFields(errors);
    const written = await this.#commit(place, settings, Object.keys(body), options);
    return views.length === 0 ? written : this.#writeViews(place, views, options, written);
  }

  async #writeViews(
    place: RowRef,
    views: readonly ViewWrite[],
    options: WriteOptions,
    written: Written,
  ): Promise<Written> {
    for (const write of views) await writeView(write, options, this.#bounds);
    return { ...written, ...(await this.#readings.of(place)) };
  }

  /** Commits, and reads the row in the same tick: it shows this write and no later one. */
  async #commit(
    place: RowRef,
    changes: readonly SettingChange[],
    fields: readonly string[],
    { actor, address, ifMatch }: WriteOptions,
  ): Promise<Written> {
    const label = commitLabel(place, { fields, changes }, this.#registry);
    const version = ifMatch === undefined ? undefined : { path: place.path, etag: ifMatch };
    const committing = this.#desk.commit({ actor, address, label, changes, ifMatch: version });
    const reading = outcomeOf(() => this.#readings.of(place));
    const { revision, durable } = await committing;
    const { path, row, etag } = await reading();
    return { path, row, etag, revision, durable };
  }

  /** Tasks and views have no version that a client could name. */
  #refuseIfMatch({ path }: RowRef, ifMatch: string | undefined): void {
    if (ifMatch === undefined || ifMatchHolds(ifMatch, undefined)) return;
    throw new Refusal('precondition-failed', `${path} has no version; leave If-Match out.`);
  }

  #forgetTasks(): void {
    try {
      this.#tasks.forget(this.#tasks.paths.filter((path) => this.#registry.locate(path) === undefined));
    } catch (error) {
      this.#faults.note(error, 'looking for tasks that have gone');
    }
  }
}
