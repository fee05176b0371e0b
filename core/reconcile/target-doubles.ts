// Targets for tests: a device in memory that can refuse, keep its own mind, be slow, be deaf, and be turned by hand.
import { isDeepStrictEqual } from 'node:util';
import type { Observation, Observed, Target, TargetEvents, Targets, Wanted } from './target.ts';

/** What goes over a link. */
const received = ({ path, field, value, fadeMs }: Wanted): Wanted =>
  fadeMs === undefined ? { path, field, value } : { path, field, value, fadeMs };

export class TargetDouble implements Target {
  readonly name: string;
  isPresent = false;
  /** What it has, by `path field`. */
  readonly has = new Map<string, unknown>();
  /** Every block that it was given, in order. */
  readonly blocks: { readonly revision: number; readonly values: readonly Wanted[] }[] = [];
  /** The revision that it has applied. */
  revision = 0;
  /** Why it refuses a value; undefined for one that it takes. */
  refuses: (wanted: Wanted) => string | undefined = () => undefined;
  /** What it makes of a value that it takes. */
  makes: (wanted: Wanted) => unknown = ({ value }) => value;
  /** What it can't read back. */
  isBlind: (path: string, field: string) => boolean = () => false;
  /** What it never says a word of. */
  isSilent: (path: string, field: string) => boolean = () => false;
  /** Blocks wait until `apply` while this is false. */
  appliesAtOnce = true;
  /** `never`: it does not answer; `error`: it can't be read. */
  reading: 'well' | 'never' | 'error' = 'well';
  /** How many values it has told in answers. */
  answered = 0;
  #events: TargetEvents | undefined;
  /** What it told last, by `path field`: news are what differs from that. */
  readonly #told = new Map<string, Observed>();
  readonly #waiting: { readonly revision: number; readonly values: readonly Wanted[] }[] = [];

  constructor(name: string) {
    this.name = name;
  }

  listen(events: TargetEvents): void {
    this.#events = events;
  }

  appear(): void {
    this.isPresent = true;
    this.#events?.present();
  }

  vanish(reason = 'unplugged'): void {
    this.isPresent = false;
    this.#waiting.length = 0;
    this.#events?.absent(reason);
  }

  want(revision: number, values: readonly Wanted[]): void {
    this.blocks.push({ revision, values: values.map(received) });
    this.#waiting.push({ revision, values });
    if (this.appliesAtOnce) this.apply();
  }

  /** Applies what waits, and reports it of its own accord. */
  apply(): void {
    for (const { revision, values } of this.#waiting.splice(0)) {
      const report: Observed[] = [];
      for (const wanted of values) {
        const { path, field } = wanted;
        const reason = this.refuses(wanted);
        if (reason === undefined) this.has.set(`${path} ${field}`, this.makes(wanted));
        if (!this.isSilent(path, field)) report.push(this.#observed(path, field, reason));
      }
      this.revision = revision;
      for (const value of report) this.#isNews(value);
      this.#events?.observed(revision, report);
    }
  }

  async observe(what: 'all' | 'news'): Promise<Observation> {
    if (this.reading === 'never') return new Promise(() => {});
    if (this.reading === 'error') throw new Error('no answer on the wire');
    const all = [...this.has.keys()]
      .map((key) => key.split(' ') as [string, string])
      .filter(([path, field]) => !this.isSilent(path, field))
      .map(([path, field]) => this.#observed(path, field));
    const news = all.filter((value) => this.#isNews(value));
    const values = what === 'all' ? all : news;
    this.answered += values.length;
    return { revision: this.revision, values };
  }

  /** A hand turns a control. */
  turn(path: string, field: string, value: unknown): void {
    this.has.set(`${path} ${field}`, value);
    this.#events?.turned([{ path, field, value, state: 'applied' }]);
  }

  #isNews(value: Observed): boolean {
    const key = `${value.path} ${value.field}`;
    const before = this.#told.get(key);
    this.#told.set(key, value);
    return !isDeepStrictEqual(before, value);
  }

  #observed(path: string, field: string, reason?: string): Observed {
    const value = this.has.get(`${path} ${field}`);
    if (reason !== undefined) return { path, field, value, state: 'refused', reason };
    return { path, field, value, state: this.isBlind(path, field) ? 'unverified' : 'applied' };
  }
}

export class TargetsDouble implements Targets {
  readonly #targets: TargetDouble[];
  readonly #listeners = new Set<(target: Target) => void>();

  constructor(...targets: TargetDouble[]) {
    this.#targets = targets;
  }

  list(): readonly Target[] {
    return this.#targets;
  }

  add(target: TargetDouble): void {
    this.#targets.push(target);
    for (const listener of this.#listeners) listener(target);
  }

  onAdded(listener: (target: Target) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
