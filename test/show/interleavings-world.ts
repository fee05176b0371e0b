// A desk in this process, with time and a disk that do as they are told, and what is known of it without asking it.
import { isDeepStrictEqual } from 'node:util';
import { isRefusal } from '../../core/base/refusals.ts';
import type { Commit } from '../../core/desk/commit.ts';
import { contractOf } from '../../core/rows/contract.ts';
import type { Fields } from '../../core/rows/definitions.ts';
import type { RowReading } from '../../core/service/row-access.ts';
import { FakeTime, MemoryStore, startTestHost, type TestHost } from '../../core/testing.ts';
import type { Publication } from '../../core/watch/publication.ts';
import consoleProvider from '../../providers/console/index.ts';
import { checkLate, pass, shownAt } from './interleavings-late.ts';
import { type Change, HistoryModel } from './interleavings-model.ts';
import { forgetScenes, storeScenes } from './interleavings-scenes.ts';

const layout = {
  ...{ input: 3, fxReturn: 1, aux: 1, mix: 2, matrix: 1, cue: 1, main: 1 },
  ...{ fxSend: 1, dca: 2, muteGroup: 2, mixMinus: 1 },
};

/** A disk that keeps nothing, for ten thousand runs on one desk, and that may stand still. */
class ForgetfulStore extends MemoryStore {
  readonly #waiting: (() => void)[] = [];
  #isHolding = false;

  override write(): Promise<void> {
    return this.#isHolding ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  override pauseWrites(): this {
    this.#isHolding = true;
    return this;
  }

  override resumeWrites(): void {
    this.#isHolding = false;
    for (const written of this.#waiting.splice(0)) written();
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
  readonly #start: ReadonlyMap<string, { readonly read: Fields; readonly shown: Fields }>;
  #pending: Promise<void>[] = [];
  readonly #faults: string[] = [];
  /** What commits changed during the call that is under way; outside of any they are somebody's writes. */
  #changes: Change[] | undefined;

  static async begin(): Promise<World> {
    const time = new FakeTime();
    const store = new ForgetfulStore();
    const others = ['channel', 'channelConfigs', 'clipboard', 'stagebox', 'safety', 'history', 'scenes'];
    const providers = [{ provider: consoleProvider, config: { layout } }, ...others];
    const desk = await startTestHost({ providers, time, store, config: { heartbeatMs: 60_000 } });
    await storeScenes(desk, time);
    return new World(desk, time, store);
  }

  private constructor(desk: TestHost, time: FakeTime, store: ForgetfulStore) {
    this.desk = desk;
    this.time = time;
    this.store = store;
    this.model = new HistoryModel({
      nowMs: () => time.monotonicMs(),
      isThere: (change, others) => this.#isThere(change, others),
      valueOf: ({ path, field }) => desk.host.desk.read(path)[field],
      becomes: (change, others) => change.to ?? this.#defaultOf(change, others),
    });
    desk.host.desk.onApplied((commit) => this.#applied(commit));
    this.#start = new Map(
      this.#settings().map((path) => [path, { read: desk.host.desk.read(path), shown: this.#show(path) }]),
    );
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
      const write = async () => this.desk.host.rows.open(path).patch(body, { actor });
      const answer = write().then(
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
    return (this.desk.host.rows.open(path).read() as RowReading).row;
  }

  /** Undefined where there is no such row. */
  find(path: string): Fields | undefined {
    return shownAt(this.desk.host.rows, path) === 'gone' ? undefined : this.read(path);
  }

  /** What can't be shown now is refused, and nobody watches it then. */
  watch(path: string): void {
    if (shownAt(this.desk.host.rows, path) === 'gone') return;
    const watched: Watched = { path, last: undefined, stop: () => {} };
    const publish = (publication: Publication) => {
      watched.last = publication;
    };
    watched.stop = this.desk.host.rows.open(path).watch({ publish }, { actor: 'watcher', address: '' });
    this.watched.push(watched);
  }

  /** The last event of every watcher is what GET answers; `isDue`: also where events may wait for their time. */
  check(isDue: boolean): void {
    if (this.#faults.length > 0) throw new Error(this.#faults.join('\n'));
    for (const watched of [...this.watched]) {
      const { path, last } = watched;
      const place = this.desk.host.assembly.registry.locate(path);
      const mayWait = place?.row.atMostEveryMs !== undefined || path.startsWith('/history/entries/');
      if (mayWait && !isDue) continue;
      const told = last?.name === 'gone' ? 'gone' : last?.json;
      const shown = shownAt(this.desk.host.rows, path);
      // What takes its time is compared once all has settled.
      if (shown === undefined) continue;
      if (told !== shown) throw new Error(`a watcher of ${path} was told last ${told}, and GET answers ${shown}`);
      // Its stream has ended with that, whatever comes back.
      if (told === 'gone') this.watched.splice(this.watched.indexOf(watched), 1);
    }
  }

  /** All that is under way comes to its end. */
  async settle(): Promise<void> {
    this.store.resumeWrites();
    // What waited for the disk, or read it first, may commit only now, and is told when its time has come.
    await pass(this.time);
    await Promise.all(this.#pending.splice(0));
    await pass(this.time);
    this.check(true);
    for (const watched of this.watched) {
      if (shownAt(this.desk.host.rows, watched.path) === undefined) await checkLate(watched, this.desk.host.rows);
    }
  }

  /** The addresses of what differs from the start. */
  differing(): readonly string[] {
    const { desk } = this.desk.host;
    return [...this.#start].flatMap(([path, { read, shown }]) => {
      // The very same defaults, mostly.
      return desk.read(path) === read || isDeepStrictEqual(this.#show(path), shown) ? [] : [path];
    });
  }

  /** Nobody watches, and what was stored is forgotten. */
  async clear(): Promise<void> {
    for (const { stop } of this.watched.splice(0)) stop();
    await forgetScenes(this.desk);
  }

  /** Also after a run that failed half-way. */
  async close(): Promise<void> {
    this.store.resumeWrites();
    await Promise.allSettled(this.#pending);
    await this.desk.close();
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
    const fields = [...contractOf(place, desk, desk.observed).fields.values()].filter(({ life }) => life === 'show');
    return Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
  }

  /** What the values of a processor are called follows its plugin; all other rows are always there. */
  #isThere(change: Change, others: readonly Change[]): boolean {
    const isSettled = !change.path.endsWith('/values') || change.to === undefined;
    return isSettled || this.#defaultOf(change, others) !== undefined;
  }

  /** The default of a processor's value once the others are made; undefined for what its plugin then has not. */
  #defaultOf({ path, field }: Change, others: readonly Change[]): unknown {
    if (!path.endsWith('/values')) return undefined;
    const processor = path.slice(0, -'/values'.length);
    const swap = others.find((other) => other.path === processor && other.field === 'plugin');
    const plugin = swap?.to ?? this.read(processor).plugin;
    const { processors } = this.desk.audio;
    const parameters = processors.find(({ uri }) => uri === plugin)?.parameters;
    const parameter = parameters?.find(({ symbol }) => symbol === field);
    return parameter?.choices?.[Number(parameter.default)]?.value ?? parameter?.default;
  }

  #applied({ actor, changes }: Commit): void {
    const shown = changes
      .filter(({ contract }) => contract.life === 'show')
      .map(({ place: { path }, field, from, to }) => ({ path, field, from, to }));
    for (const { path, field, to } of shown) {
      const now = this.desk.host.desk.read(path)[field];
      if (!isDeepStrictEqual(now, to)) this.#faults.push(`${path} ${field} is ${now}, and a commit made it ${to}`);
    }
    // Storing a scene moves the show's place once the scene is on the disk, in an entry of its own.
    const isStoring = shown.every(({ path }) => path === '/scene/position');
    if (this.#changes === undefined) this.model.written(actor, shown, isStoring);
    else this.#changes.push(...shown);
  }
}
