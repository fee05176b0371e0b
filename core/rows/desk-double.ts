// A desk for tests of the layers above it: it checks versions only, and stores at once.

import { Refusal } from '../base/refusals.ts';
import type { RowsDesk } from '../service/row-access.ts';
import type { CommitRequest, Committed, Log } from '../services.ts';
import type { Change, Fields } from './definitions.ts';
import { ifMatchHolds } from './etag.ts';
import type { FieldReading } from './observed-state.ts';
import { type Registry, unknownRow } from './registry.ts';
import { isSetting, type LocatedChange, type RowRef, type SettingPlace } from './row-ref.ts';
import { fieldsOf, liveFields } from './static-contract.ts';

export class ObservedDouble {
  readonly #values = new Map<string, FieldReading>();
  readonly #listeners = new Set<(changes: readonly { path: string; field: string }[]) => void>();

  read(path: string, field: string): FieldReading | undefined {
    return this.#values.get(`${path} ${field}`);
  }

  matches(): boolean {
    throw new Error('nothing is compared here');
  }

  onChange(listener: (changes: readonly { path: string; field: string }[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  report(path: string, field: string, value: unknown): void {
    this.#values.set(`${path} ${field}`, { value, revision: 0, state: 'applied' });
    for (const listener of this.#listeners) listener([{ path, field }]);
  }
}

export class DeskDouble implements RowsDesk {
  readonly storeId = 'double';
  readonly isNew = true;
  readonly observed = new ObservedDouble();
  /** All commits, for a test to inspect. */
  readonly commits: CommitRequest[] = [];
  revision = 0;
  /** If set, the refusal of every commit. */
  refusal: Refusal | undefined;
  readonly #registry: Registry;
  readonly #kept = new Map<string, Record<string, unknown>>();
  readonly #revisions = new Map<string, number>();
  readonly #listeners = new Set<(revision: number, paths: readonly string[], actor: string, address: string) => void>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  read(path: string): Fields {
    const place = this.#registry.locate(path);
    if (place === undefined || !isSetting(place)) throw unknownRow(path);
    return this.readAt(place);
  }

  readAt({ row, at, path }: SettingPlace): Fields {
    const fields = typeof row.fields === 'function' ? liveFields(row, at, this) : fieldsOf(row);
    const stored = [...fields.values()].filter(({ access }) => access === 'rw');
    const defaults = Object.fromEntries(stored.map((field) => [field.name, field.default]));
    return { ...defaults, ...row.defaults?.(at), ...this.#kept.get(path) };
  }

  has(path: string): boolean {
    return this.#registry.locate(path) !== undefined;
  }

  etagAt({ path }: RowRef): string {
    return this.etagOf(path);
  }

  etagOf(path: string): string {
    return `"${this.storeId}-${this.#revisions.get(path) ?? 0}"`;
  }

  onCommit(listener: (revision: number, paths: readonly string[], actor: string, address: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async commit(request: CommitRequest): Promise<Committed> {
    const { revision, saved } = this.commitNow(request);
    return { revision, durable: await saved };
  }

  async prepare(): Promise<void> {}

  commitNow(request: CommitRequest) {
    if (this.refusal !== undefined) throw this.refusal;
    const { ifMatch } = request;
    const changes = request.changes.map(({ place: _, ...change }: LocatedChange) => change);
    if (ifMatch !== undefined && !ifMatchHolds(ifMatch.etag, this.etagOf(ifMatch.path))) {
      throw new Refusal('precondition-failed', 'changed');
    }
    this.commits.push({ ...request, changes });
    if (changes.length > 0) this.#apply(changes, request.actor, request.address);
    return { revision: this.revision, saved: Promise.resolve(true) };
  }

  /** A commit by another actor, published in this tick. */
  set(path: string, fields: Fields): void {
    this.#apply(
      Object.entries(fields).map(([field, value]) => ({ path, field, value })),
      'other',
    );
  }

  #apply(changes: readonly Change[], actor: string, address = ''): void {
    this.revision++;
    for (const { path, field, value } of changes) {
      const kept = this.#kept.get(path) ?? {};
      this.#kept.set(path, { ...kept, [field]: value });
      this.#revisions.set(path, this.revision);
    }
    const paths = [...new Set(changes.map(({ path }) => path))];
    for (const listener of [...this.#listeners]) listener(this.revision, paths, actor, address);
  }
}

/** A log that keeps its lines. */
export class LogDouble implements Log {
  readonly lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];

  debug(fields: object, message: string): void {
    this.lines.push({ level: 'debug', fields, message });
  }
  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }
  warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }
  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }
}
