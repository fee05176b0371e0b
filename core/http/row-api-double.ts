// Rows for tests of this folder: a map of rows that can be written and watched, and nothing else.

import { Refusal } from '../base/refusals.ts';
import type { Steps } from '../base/steps.ts';
import type { Fields, Watcher } from '../rows/definitions.ts';
import type { OpenRow } from '../service/service.ts';
import type { Publication, Sink } from '../watch/publication.ts';
import type { RowApi } from './row-api.ts';

function* stepsOf<T>(result: T): Steps<T> {
  yield;
  return result;
}

export class RowsDouble implements RowApi {
  revision = 1;
  durable = true;
  readonly rows = new Map<string, Fields>();
  readonly writable = new Set<string>();
  readonly large = new Set<string>();
  readonly sinks = new Map<Sink, string>();
  readonly watchers: Watcher[] = [];
  readonly written: { path: string; body: unknown; actor: string; ifMatch?: string }[] = [];
  /** What reading `/broken` does. */
  broken: () => never = () => {
    throw new Error('a provider threw');
  };
  readonly addresses = {
    next: (begin: string) => stepsOf([...this.rows.keys()].filter((path) => path.startsWith(begin))),
    of: (template: string, most: number) => [...this.rows.keys()].filter((path) => path === template).slice(0, most),
  };
  #n = 0;

  constructor(rows: Readonly<Record<string, Fields>>, writable: readonly string[] = []) {
    for (const [path, row] of Object.entries(rows)) this.rows.set(path, row);
    for (const path of writable) this.writable.add(path);
  }

  open(path: string): OpenRow {
    if (path !== '/broken' && path !== '/later') this.#row(path);
    const double = this;
    return {
      path,
      get methods() {
        return double.methods(path);
      },
      takesLargeBody: this.large.has(path),
      read: () => this.read(path),
      options: () => this.options(path),
      refuseUnlessWritable: () => {},
      patch: (body, options) => this.patch(path, body, options),
      watch: (sink, watcher) => this.watch(path, sink, watcher),
    };
  }

  read(path: string) {
    if (path === '/broken') return this.broken();
    if (path === '/later') return new Promise<never>((_, reject) => setImmediate(() => reject(new Error('late'))));
    return { path, row: this.#row(path), etag: this.writable.has(path) ? this.#etag() : undefined };
  }

  methods(path: string): readonly string[] {
    this.#row(path);
    return this.writable.has(path) ? ['GET', 'HEAD', 'OPTIONS', 'PATCH'] : ['GET', 'HEAD', 'OPTIONS'];
  }

  options(path: string) {
    const methods = this.methods(path);
    const flags = { watchable: true, onDemand: false, continuous: false, task: false, fields: {}, version: '1' };
    return { template: path, path, methods, ...flags };
  }

  async patch(path: string, body: unknown, { actor, ifMatch }: { actor: string; ifMatch?: string }) {
    if (ifMatch !== undefined && ifMatch !== this.#etag()) {
      throw new Refusal('precondition-failed', 'it changed', { etag: this.#etag() });
    }
    this.written.push({ path, body, actor, ifMatch });
    this.revision++;
    this.rows.set(path, { ...this.#row(path), ...(body as Fields) });
    for (const [sink, watched] of this.sinks) if (watched === path) sink.publish(this.publication('change', path));
    return { path, row: this.#row(path), etag: this.#etag(), revision: this.revision, durable: this.durable };
  }

  watch(path: string, sink: Sink, watcher: Watcher): () => void {
    sink.publish(this.publication('snapshot', path));
    this.sinks.set(sink, path);
    this.watchers.push(watcher);
    return () => this.sinks.delete(sink);
  }

  publication(name: Publication['name'], path: string, key = ''): Publication {
    const row = this.#row(path);
    return { name, key, n: ++this.#n, revision: this.revision, row, json: JSON.stringify(row) };
  }

  /** One publication for all who watch. */
  publish(publication: Publication): void {
    for (const sink of this.sinks.keys()) sink.publish(publication);
  }

  #row(path: string): Fields {
    const row = this.rows.get(path);
    if (row === undefined) throw new Refusal('unknown-row', `There is no row at ${path}`);
    return row;
  }

  #etag(): string {
    return `"test-${this.revision}"`;
  }
}
