// A row looked up once by its address: reading, describing, writing and watching need no other look-up.
import type { Faults } from '../base/fault-log.ts';
import { type FieldError, Refusal } from '../base/refusals.ts';
import { aliasChanges, invalidFields, type ViewWrite } from '../rows/alias-changes.ts';
import type { AnswerBounds } from '../rows/answer-bounds.ts';
import { type Contract, contractOf } from '../rows/contract.ts';
import type { AliasRow, Fields, Watcher } from '../rows/definitions.ts';
import { ifMatchHolds } from '../rows/etag.ts';
import { aliasValue, type ValueReaders } from '../rows/evaluation.ts';
import { unknownPath } from '../rows/path-advice.ts';
import { mayWriteSome, notPermitted, type Permit, refuseUnlessPermitted } from '../rows/permit.ts';
import type { Registry } from '../rows/registry.ts';
import { exists, type LocatedChange, type RowRef } from '../rows/row-ref.ts';
import type { TaskRows } from '../tasks/task-rows.ts';
import type { Hub } from '../watch/hub.ts';
import type { Sink } from '../watch/publication.ts';
import { commitLabel } from './commit-label.ts';
import type { Readings } from './readings.ts';
import type { EncodedRow, OpenRow, RowOptions, RowsDesk, WriteOptions, Written } from './row-access.ts';
import { methodsOf, rowOptions } from './row-options.ts';

export interface OpenRowNeeds {
  readonly registry: Registry;
  readonly desk: RowsDesk;
  readonly sources: ValueReaders;
  readonly faults: Faults;
  readonly bounds: AnswerBounds;
  readonly tasks: TaskRows;
  readonly readings: Readings;
  readonly hub: Hub;
}

export class LocatedRow implements OpenRow {
  readonly #needs: OpenRowNeeds;
  readonly #place: RowRef;

  constructor(needs: OpenRowNeeds, place: RowRef) {
    this.#needs = needs;
    this.#place = place;
  }

  get path(): string {
    return this.#place.path;
  }

  get methods(): readonly string[] {
    const { faults, desk } = this.#needs;
    try {
      return methodsOf(this.#place, desk);
    } catch (error) {
      throw faults.refusal(error, `OPTIONS ${this.path}`);
    }
  }

  get takesLargeBody(): boolean {
    return this.#place.row.largeBody ?? false;
  }

  read(): EncodedRow | Promise<EncodedRow> {
    const { faults, readings } = this.#needs;
    try {
      return readings.encoded(this.#place);
    } catch (error) {
      throw faults.refusal(error, `GET ${this.path}`);
    }
  }

  options(permit?: Permit): RowOptions {
    const { faults, desk } = this.#needs;
    return faults.guard(`OPTIONS ${this.path}`, () =>
      rowOptions(this.#place, this.#contract(this.#place), methodsOf(this.#place, desk), permit),
    );
  }

  refuseUnlessWritable(permit: Permit | undefined): void {
    if (permit !== undefined && !mayWriteSome(permit, this.#place)) throw notPermitted(permit, this.path);
  }

  watch(sink: Sink, watcher: Watcher): () => void {
    const { faults, hub } = this.#needs;
    return faults.guard(`watching ${this.path}`, () => hub.watch(this.#place, sink, watcher));
  }

  async patch(body: unknown, options: WriteOptions): Promise<Written> {
    const { faults, registry } = this.#needs;
    try {
      // The row may have gone while its body arrived.
      if (!exists(this.#place)) throw unknownPath(registry, this.path);
      return await this.#patch(body, options);
    } catch (error) {
      throw faults.refusal(error, `PATCH ${this.path}`);
    }
  }

  #patch(body: unknown, options: WriteOptions): Promise<Written> {
    const { desk } = this.#needs;
    const place = this.#place;
    const { row, path } = place;
    const allow = methodsOf(place, desk);
    if (!allow.includes('PATCH')) {
      throw new Refusal('method-not-allowed', `${path} has no writable field.`, { allow });
    }
    const errors = this.#contract(place).checkBody(body);
    if (errors.length > 0) throw invalidFields(errors);
    const fields = body as Fields;
    refuseUnlessPermitted(options.permit, place, Object.keys(fields));
    if (row.type === 'setting') {
      const changes = Object.entries(fields).map(([field, value]) => ({ path, field, value, place }));
      return this.#commit(changes, Object.keys(fields), options);
    }
    return row.type === 'alias' ? this.#patchAlias(row, fields, options) : this.#patchUnstored(fields, options);
  }

  /** Of a task or a view. */
  async #patchUnstored(fields: Fields, options: WriteOptions): Promise<Written> {
    const { desk, tasks, readings, bounds } = this.#needs;
    const place = this.#place;
    this.#refuseIfMatch(options);
    if (place.row.type === 'task') await tasks.write(place, fields, options.actor);
    else await writeView({ place, fields, via: {} }, options, bounds);
    return { ...(await readings.of(place)), revision: desk.revision, durable: true };
  }

  async #patchAlias(row: AliasRow, body: Fields, options: WriteOptions): Promise<Written> {
    const { desk, sources, registry } = this.#needs;
    const current = () => aliasValue(row, this.#place, sources, sources);
    const { settings, views } = aliasChanges(row, this.#place, body, desk, registry, current);
    refuseForeignParts(options.permit, settings, views);
    const errors = views.flatMap((write) => viewWriteErrors(write, this.#contract(write.place)));
    if (errors.length > 0) throw invalidFields(errors);
    const written = await this.#commit(settings, Object.keys(body), options);
    return views.length === 0 ? written : this.#writeViews(views, options, written);
  }

  async #writeViews(views: readonly ViewWrite[], options: WriteOptions, written: Written): Promise<Written> {
    const { bounds, readings } = this.#needs;
    for (const write of views) await writeView(write, options, bounds);
    return { ...written, ...(await readings.of(this.#place)) };
  }

  /** Commits, and reads the row in the same tick: it shows this write and no later one. */
  async #commit(
    changes: readonly LocatedChange[],
    fields: readonly string[],
    { actor, address, ifMatch }: WriteOptions,
  ): Promise<Written> {
    const { desk, registry, readings } = this.#needs;
    const label = commitLabel(this.#place, { fields, changes }, registry);
    const version = ifMatch === undefined ? undefined : { path: this.path, etag: ifMatch };
    const { revision, saved } = desk.commitNow({ actor, address, label, changes, ifMatch: version });
    const reading = outcomeOf(() => readings.of(this.#place));
    const durable = await saved;
    const { path, row, etag } = await reading();
    return { path, row, etag, revision, durable };
  }

  /** Tasks and views have no version. */
  #refuseIfMatch({ ifMatch }: WriteOptions): void {
    if (ifMatch === undefined || ifMatchHolds(ifMatch, undefined)) return;
    throw new Refusal('precondition-failed', `${this.path} has no version; leave If-Match out.`);
  }

  #contract(place: RowRef): Contract {
    const { desk } = this.#needs;
    return contractOf(place, desk, desk.observed);
  }
}

/** Of an alias: what it changes counts, beside the alias itself. Throws refusal `not-permitted`. */
export function refuseForeignParts(
  permit: Permit | undefined,
  settings: readonly LocatedChange[],
  views: readonly ViewWrite[] = [],
): void {
  for (const { place, field } of settings) if (place !== undefined) refuseUnlessPermitted(permit, place, [field]);
  for (const { place, fields } of views) refuseUnlessPermitted(permit, place, Object.keys(fields));
}

/** Runs at once; the returned function returns the result or throws the exception. */
function outcomeOf<T>(run: () => T): () => T {
  try {
    const value = run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** The errors of a write to a view, in the client's names. */
function viewWriteErrors({ fields, via }: ViewWrite, contract: Contract): readonly FieldError[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const error = contract.checkField(name, value);
    if (error === undefined) return [];
    const sent = via[name] ?? name;
    const message = sent === name ? error.message : `${sent}: ${error.message}`;
    return [{ ...error, field: sent + error.field.slice(name.length), message }];
  });
}

/** Throws whatever the provider's function throws, and refusal `fault` where it does not settle in time. */
async function writeView(
  { place, fields }: ViewWrite,
  { actor, address = '', permit }: WriteOptions,
  bounds: Pick<AnswerBounds, 'written'>,
): Promise<void> {
  const writing = place.row.type === 'view' ? place.row.write?.(place.at, fields, actor, address, permit) : undefined;
  if (writing !== undefined) await bounds.written(place, Promise.resolve(writing));
}
