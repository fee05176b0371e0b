// A target that applies desired values and reports them, unless a test changes that.
import type { Reading } from '../driver.ts';
import type { DesiredValue, Target, TargetEvents } from '../reconcile/target.ts';

/** What goes over a link. */
const received = ({ path, field, value, fadeMs }: DesiredValue): DesiredValue =>
  fadeMs === undefined ? { path, field, value } : { path, field, value, fadeMs };
/** A link sends more values in a turn of their own. */
const mostInTurn = 1000;
const keyOf = (path: string, field: string) => `${path}#${field}`;

export class FakeTarget implements Target {
  readonly name: string;
  isPresent = true;
  /** All received blocks, in order. */
  readonly blocks: { readonly revision: number; readonly values: readonly DesiredValue[] }[] = [];
  readonly #has = new Map<string, Reading>();
  readonly #refused = new Map<string, string>();
  /** Fields whose value differs from the last report. */
  readonly #unsent = new Set<string>();
  #revision = 0;
  #events: TargetEvents | undefined;

  constructor(name: string) {
    this.name = name;
  }

  apply(revision: number, values: readonly DesiredValue[]): void {
    this.blocks.push({ revision, values: values.map(received) });
    this.#revision = revision;
    const observed = values.map((value) => this.#take(value));
    // As over a link: later than the commit, never in its tick; what takes long to apply is answered in another turn.
    const answer = () => this.#events?.observed(revision, observed);
    if (values.length > mostInTurn) setImmediate(answer);
    else queueMicrotask(answer);
  }

  async observe(what: 'full' | 'delta' = 'full') {
    if (!this.isPresent) throw new Error('the target is absent');
    const asked = what === 'full' ? this.#has.keys() : this.#unsent;
    const values = [...asked].flatMap((key) => this.#has.get(key) ?? []);
    this.#unsent.clear();
    return { revision: this.#revision, values };
  }

  listen(events: TargetEvents): void {
    this.#events = events;
    if (this.isPresent) events.present();
  }

  /** Its value of a field. */
  value(path: string, field: string): unknown {
    return this.#has.get(keyOf(path, field))?.value;
  }

  /** From now on the target refuses values of this field, with this reason. */
  refuse(path: string, field: string, reason: string): void {
    this.#refused.set(keyOf(path, field), reason);
  }

  /** The target reports a value by itself: `mutedBy`, `confirmed`. One that is `unverified` stays so. */
  report(path: string, field: string, value: unknown, state: Exclude<Reading['state'], 'refused'> = 'applied'): void {
    this.reportAll([{ path, field, value, state }]);
  }

  /** The target reports these in one answer. */
  reportAll(values: readonly Reading[]): void {
    for (const observed of values) this.#has.set(keyOf(observed.path, observed.field), observed);
    this.#events?.observed(this.#revision, values);
  }

  /** A control was changed at the device. */
  changeOnDevice(path: string, field: string, value: unknown): void {
    const observed: Reading = { path, field, value, state: 'applied' };
    this.#has.set(keyOf(path, field), observed);
    // The desk may refuse the change: the next answer has the value again.
    this.#unsent.add(keyOf(path, field));
    this.#events?.changedOnDevice([observed]);
  }

  /** The target is unplugged. */
  leave(reason: string): void {
    this.isPresent = false;
    this.#events?.absent(reason);
  }

  /** The target is plugged in again, with its values of before. */
  return(): void {
    this.isPresent = true;
    this.#events?.present();
  }

  #take({ path, field, value }: DesiredValue): Reading {
    const key = keyOf(path, field);
    const reason = this.#refused.get(key);
    const state = this.#has.get(key)?.state === 'unverified' ? 'unverified' : 'applied';
    const observed: Reading =
      reason === undefined
        ? { path, field, value, state }
        : { path, field, value: this.#has.get(key)?.value ?? null, state: 'refused', reason };
    // Every answer has the refusal, until the target takes another value.
    this.#has.set(key, observed);
    return observed;
  }
}
