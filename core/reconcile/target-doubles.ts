// Targets for tests: a device in memory that can refuse or alter values, be slow, not answer, and be changed by hand.
import { isDeepStrictEqual } from 'node:util';
import type { Observation, Reading } from '../driver.ts';
import type { DesiredValue, Target, TargetEvents, Targets } from './target.ts';

/** What goes over a link. */
const received = ({ path, field, value, fadeMs }: DesiredValue): DesiredValue =>
  fadeMs === undefined ? { path, field, value } : { path, field, value, fadeMs };

export class TargetDouble implements Target {
  readonly name: string;
  isPresent = false;
  /** Its values, by `path field`. */
  readonly has = new Map<string, unknown>();
  /** All received blocks, in order. */
  readonly blocks: { readonly revision: number; readonly values: readonly DesiredValue[] }[] = [];
  /** The revision that it has applied. */
  revision = 0;
  /** The reason of a refusal; undefined for a value that it takes. */
  refuses: (desired: DesiredValue) => string | undefined = () => undefined;
  /** The value that it has after taking one. */
  makes: (desired: DesiredValue) => unknown = ({ value }) => value;
  /** Fields that it can't read back. */
  isBlind: (path: string, field: string) => boolean = () => false;
  /** Fields that it never reports. */
  isSilent: (path: string, field: string) => boolean = () => false;
  /** Blocks wait until `settle` while this is false. */
  settlesAtOnce = true;
  /** `never`: it does not answer; `error`: it can't be read. */
  reading: 'well' | 'never' | 'error' = 'well';
  /** The count of values in its answers. */
  answered = 0;
  #events: TargetEvents | undefined;
  /** The last report of each value, by `path field`: the base of a delta. */
  readonly #lastSent = new Map<string, Reading>();
  readonly #waiting: { readonly revision: number; readonly values: readonly DesiredValue[] }[] = [];

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

  apply(revision: number, values: readonly DesiredValue[]): void {
    this.blocks.push({ revision, values: values.map(received) });
    this.#waiting.push({ revision, values });
    if (this.settlesAtOnce) this.settle();
  }

  /** Applies waiting blocks, and reports them unasked. */
  settle(): void {
    for (const { revision, values } of this.#waiting.splice(0)) {
      const report: Reading[] = [];
      for (const desired of values) {
        const { path, field } = desired;
        const reason = this.refuses(desired);
        if (reason === undefined) this.has.set(`${path} ${field}`, this.makes(desired));
        if (!this.isSilent(path, field)) report.push(this.#observed(path, field, reason));
      }
      this.revision = revision;
      for (const value of report) this.#isUnsent(value);
      this.#events?.observed(revision, report);
    }
  }

  async observe(what: 'full' | 'delta'): Promise<Observation> {
    if (this.reading === 'never') return new Promise(() => {});
    if (this.reading === 'error') throw new Error('no answer on the wire');
    const all = [...this.has.keys()]
      .map((key) => key.split(' ') as [string, string])
      .filter(([path, field]) => !this.isSilent(path, field))
      .map(([path, field]) => this.#observed(path, field));
    const delta = all.filter((value) => this.#isUnsent(value));
    const values = what === 'full' ? all : delta;
    this.answered += values.length;
    return { revision: this.revision, values };
  }

  /** Reports a value unasked. */
  report(value: Reading): void {
    this.has.set(`${value.path} ${value.field}`, value.value);
    this.#isUnsent(value);
    this.#events?.observed(this.revision, [value]);
  }

  /** A value is changed at the device, by hand. */
  changeOnDevice(path: string, field: string, value: unknown): void {
    this.has.set(`${path} ${field}`, value);
    this.#events?.changedOnDevice([{ path, field, value, state: 'applied' }]);
  }

  #isUnsent(value: Reading): boolean {
    const key = `${value.path} ${value.field}`;
    const before = this.#lastSent.get(key);
    this.#lastSent.set(key, value);
    return !isDeepStrictEqual(before, value);
  }

  #observed(path: string, field: string, reason?: string): Reading {
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
