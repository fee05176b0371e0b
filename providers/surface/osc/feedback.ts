// What a peer follows: fields by patterns, each for ten seconds unless it is renewed.
import type { Watched } from 'rowdesk/client';
import { OscRefusal } from '../network/refusal.ts';
import { type FieldPattern, fieldPattern } from './address.ts';
import type { DeskRows } from './desk-rows.ts';
import { isGlob } from './glob.ts';

export const leaseMs = 10_000;
/** Of patterns, and of a peer on UDP or TCP all together. */
const mostSubscriptions = 64;

interface Subscription {
  readonly pattern: FieldPattern;
  readonly stop: () => void;
  /** Infinity for one of the configuration. */
  endsMs: number;
}

export interface FeedbackNeeds {
  readonly rows: DeskRows;
  readonly nowMs: () => number;
  /** Addresses without a pattern; default as many as patterns. */
  readonly mostAddresses?: number;
  readonly send: (path: string, field: string, value: unknown) => void;
  /** A value that the peer itself wrote is on its way: it is compared once it has arrived. */
  readonly isMoving: (path: string, field: string) => boolean;
}

export class Feedback {
  readonly #needs: FeedbackNeeds;
  readonly #subscriptions = new Map<string, Subscription>();
  /** By address, the value that the peer has, as JSON. */
  readonly #known = new Map<string, string>();

  constructor(needs: FeedbackNeeds) {
    this.#needs = needs;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  /** Sends what is there now, and each change. `rows`: how many there are. Throws RangeError and OscRefusal. */
  subscribe(address: string, forMs = leaseMs, rows = 1): void {
    const endsMs = this.#needs.nowMs() + forMs;
    const known = this.#subscriptions.get(address);
    if (known !== undefined) {
      known.endsMs = Math.max(known.endsMs, endsMs);
      return;
    }
    if (this.#subscriptions.size >= this.#most(address)) throw new OscRefusal('too-many-patterns', 429);
    const pattern = fieldPattern(address);
    const stop = this.#needs.rows.watch(pattern.target, (watched) => this.#take(pattern, watched), rows);
    this.#subscriptions.set(address, { pattern, stop, endsMs });
  }

  follows(address: string): boolean {
    return this.#subscriptions.has(address);
  }

  renew(): void {
    const endsMs = this.#needs.nowMs() + leaseMs;
    for (const each of this.#subscriptions.values()) each.endsMs = Math.max(each.endsMs, endsMs);
  }

  unsubscribe(address: string): void {
    this.#subscriptions.get(address)?.stop();
    this.#subscriptions.delete(address);
    if (this.#subscriptions.size === 0) this.#known.clear();
  }

  /** Subscriptions without a lease end, unless they are made again before the next look. */
  release(): void {
    for (const each of this.#subscriptions.values()) if (each.endsMs === Number.POSITIVE_INFINITY) each.endsMs = 0;
  }

  /** Ends what was not renewed. */
  expire(): void {
    const now = this.#needs.nowMs();
    for (const [address, { endsMs }] of this.#subscriptions) if (endsMs <= now) this.unsubscribe(address);
  }

  close(): void {
    for (const address of [...this.#subscriptions.keys()]) this.unsubscribe(address);
  }

  /** The peer has this value: it wrote it. */
  has(path: string, field: string, value: unknown): void {
    if (this.#follows(path, field)) this.#known.set(`${path}/${field}`, JSON.stringify(value));
  }

  /**
   * Sends the value of a field where the peer has another one: what it wrote was overtaken. A row older than the revision of
   * the peer's write says nothing yet.
   */
  correct(path: string, field: string, revision = 0): void {
    const watched = this.#needs.rows.known(path);
    if (watched?.life !== 'live' || watched.revision < revision) return;
    if (this.#follows(path, field)) this.#offer(path, field, watched.row[field]);
  }

  /** Forgets what the peer has of a field, so that its true value is sent. */
  doubt(path: string, field: string): void {
    this.#known.delete(`${path}/${field}`);
    this.correct(path, field);
  }

  #most(address: string): number {
    return isGlob(address) ? mostSubscriptions : (this.#needs.mostAddresses ?? mostSubscriptions);
  }

  #follows(path: string, field: string): boolean {
    return [...this.#subscriptions.values()].some(
      ({ pattern }) => pattern.matchesRow(path) && pattern.matchesField(field),
    );
  }

  #isOn(pattern: FieldPattern): boolean {
    return [...this.#subscriptions.values()].some((each) => each.pattern === pattern);
  }

  #take(pattern: FieldPattern, { path, row, life }: Watched): void {
    if (life !== 'live' || !pattern.matchesRow(path)) return;
    const shaping = this.#needs.rows.shaped(path);
    if (shaping !== undefined) {
      const later = () => {
        const now = this.#needs.rows.known(path);
        if (now !== undefined && this.#isOn(pattern)) this.#take(pattern, now);
      };
      void shaping.then(later, () => {});
      return;
    }
    for (const [field, value] of Object.entries(row)) if (pattern.matchesField(field)) this.#offer(path, field, value);
  }

  #offer(path: string, field: string, value: unknown): void {
    const { isMoving, send } = this.#needs;
    if (value === undefined || isMoving(path, field)) return;
    const key = `${path}/${field}`;
    const json = JSON.stringify(value);
    if (this.#known.get(key) === json) return;
    this.#known.set(key, json);
    send(path, field, value);
  }
}
