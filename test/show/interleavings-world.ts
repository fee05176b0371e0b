// A desk in this process, with time and a disk that do as they are told, and what is known of it without asking it.
import { isDeepStrictEqual } from 'node:util';
import { contractOf } from '../../core/rows/contract.ts';
import type { Fields } from '../../core/rows/definitions.ts';
import { isRefusal } from '../../core/rows/refusals.ts';
import type { Reading } from '../../core/rows/row-access.ts';
import { FakeTime, MemoryStore, startTestHost, type TestHost } from '../../core/testing.ts';
import type { Publication } from '../../core/watch/publication.ts';
import consoleProvider from '../../providers/console/index.ts';
import { type Change, HistoryModel } from './interleavings-model.ts';

const layout = {
  ...{ input: 3, fxReturn: 1, aux: 1, mix: 2, matrix: 1, cue: 1, main: 1 },
  ...{ fxSend: 1, dca: 2, muteGroup: 2, mixMinus: 1 },
};

/** Keeps nothing: ten thousand runs on one desk. */
class ForgetfulStore extends MemoryStore {
  override async write(batch: Parameters<MemoryStore['write']>[0]): Promise<void> {
    await super.write(batch);
    this.batches.length = 0;
  }
}

interface Watched {
  readonly path: string;
  last: Publication | undefined;
  stop: () => void;
}

export class World {
  readonly time: FakeTime;
  readonly store: ForgetfulStore;
  readonly desk: TestHost;
  readonly model: HistoryModel;
  readonly watched: Watched[] = [];
  readonly #known = new Map<string, Fields>();
  readonly #start: ReadonlyMap<string, Fields>;
  #pending: Promise<void>[] = [];
  /** What commits changed during the call that is under way; outside of any they are somebody's writes. */
  #changes: Change[] | undefined;

  static async begin(): Promise<World> {
    const time = new FakeTime();
    const store = new ForgetfulStore();
    const providers = [{ provider: consoleProvider, config: { layout } }, 'channel', 'stagebox', 'history'];
    return new World(await startTestHost({ providers, time, store, config: { heartbeatMs: 60_000 } }), time, store);
  }

  private constructor(desk: TestHost, time: FakeTime, store: ForgetfulStore) {
    this.desk = desk;
    this.time = time;
    this.store = store;
    this.model = new HistoryModel(() => time.monotonicMs());
    desk.host.desk.onCommit((_revision, paths, actor) => this.#committed(paths, actor));
    this.#start = new Map(this.#settings().map((path) => [path, this.#show(path)]));
    for (const [path, fields] of this.#start) this.#known.set(path, fields);
  }

  /** Nothing is left of earlier runs, in the history either. */
  reset(): void {
    const name = (value: string) => [{ path: '/channel/input/1', field: 'name', value }];
    for (const value of ['begins', '']) {
      void this.desk.host.desk.commit({ actor: 'reset', label: 'Reset', changes: name(value) });
    }
    this.time.advance(2000);
    this.check(true);
  }

  /** What a call changes in its very tick. */
  during(call: () => void): readonly Change[] {
    const changes: Change[] = [];
    this.#changes = changes;
    call();
    this.#changes = undefined;
    return changes;
  }

  /** Sends a PATCH without waiting for it; its answer must be `refused` with this code, or no refusal. */
  patch(path: string, body: object, actor: string, refused: () => string | undefined): readonly Change[] {
    return this.during(() => {
      const answer = this.desk.host.rows.patch(path, body, { actor }).then(
        () => undefined,
        (error: unknown) => (isRefusal(error) ? error.code : String(error)),
      );
      this.#pending.push(
        answer.then((code) => {
          if (code !== refused()) throw new Error(`PATCH ${path} was answered with ${code}, not with ${refused()}`);
        }),
      );
    });
  }

  read(path: string): Fields {
    return (this.desk.host.rows.read(path) as Reading).row;
  }

  /** What can't be shown now is refused, and nobody watches it then. */
  watch(path: string): void {
    if (this.#shown(path) === 'gone') return;
    const watched: Watched = { path, last: undefined, stop: () => {} };
    const publish = (publication: Publication) => {
      watched.last = publication;
    };
    watched.stop = this.desk.host.rows.subscribe(path, { publish }, { actor: 'watcher', address: '' });
    this.watched.push(watched);
  }

  /** The last event of every watcher is what GET answers; `isDue`: also where events may wait for their time. */
  check(isDue: boolean): void {
    for (const { path, last } of this.watched) {
      const place = this.desk.host.assembly.registry.locate(path);
      const mayWait = place?.row.atMostEveryMs !== undefined || path.startsWith('/history/entries/');
      if (mayWait && !isDue) continue;
      const shown = this.#shown(path);
      const told = last?.name === 'gone' ? 'gone' : last?.json;
      if (told !== shown) throw new Error(`a watcher of ${path} was told last ${told}, and GET answers ${shown}`);
    }
  }

  /** All that is under way comes to its end. */
  async settle(): Promise<void> {
    this.store.release();
    this.time.advance(2000);
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(this.#pending.splice(0));
    this.check(true);
  }

  /** The addresses of what differs from the start. */
  differing(): readonly string[] {
    return [...this.#start].flatMap(([path, fields]) => (isDeepStrictEqual(this.#show(path), fields) ? [] : [path]));
  }

  unwatch(): void {
    for (const { stop } of this.watched.splice(0)) stop();
  }

  /** Also after a run that failed half-way. */
  async close(): Promise<void> {
    this.store.release();
    await Promise.allSettled(this.#pending);
    await this.desk.close();
  }

  /** As GET answers it; a row may be taken from under it too, as a preamp is with its source. */
  #shown(path: string): string {
    try {
      return JSON.stringify(this.read(path));
    } catch (error) {
      if (isRefusal(error) && ['unknown-row', 'device-absent'].includes(error.code)) return 'gone';
      throw error;
    }
  }

  #settings(): readonly string[] {
    const { registry } = this.desk.host.assembly;
    return registry.rows.flatMap((row) => (row.type === 'setting' ? registry.list(row).map(({ path }) => path) : []));
  }

  /** What of a setting belongs to the show, as it is now. */
  #show(path: string): Fields {
    const { desk, assembly } = this.desk.host;
    const place = assembly.registry.locate(path);
    if (place === undefined) throw new Error(`${path} has gone`);
    const values = desk.read(path);
    const fields = [...contractOf(place, desk, desk.seen).fields.values()].filter(({ life }) => life === 'show');
    return Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
  }

  #committed(paths: readonly string[], actor: string): void {
    const changes: Change[] = [];
    for (const path of paths) {
      const before = this.#known.get(path) ?? {};
      const now = this.#show(path);
      this.#known.set(path, now);
      for (const field of new Set([...Object.keys(before), ...Object.keys(now)])) {
        if (isDeepStrictEqual(before[field], now[field])) continue;
        changes.push({ path, field, from: before[field], to: now[field] });
      }
    }
    if (this.#changes === undefined) this.model.written(actor, changes);
    else this.#changes.push(...changes);
  }
}
