// Sessions that devices publish by mDNS: instances of _rtsp._tcp, their hosts and ports (RFC 6762 and 6763), and by RTSP
// their descriptions. What is not refreshed within its time to live is gone, and so is what says goodbye.
import { giverOf } from '../shares.ts';
import { isInstance, keyOf, rtspType, sessionType } from './names.ts';
import type { Answer, Question, Records } from './records.ts';

export interface Instance {
  readonly name: string;
  readonly port: number;
  /** `foh.local` */
  readonly target: string;
  /** IPv4 */
  readonly address: string;
  /** The address that named it first. */
  readonly sender: string;
}

interface Known {
  readonly name: string;
  /** The places of instances, and the questions for descriptions, are shared by it. */
  readonly sender: string;
  pointer: Expiry;
  service?: { readonly target: string; readonly port: number } & Expiry;
}

interface Expiry {
  readonly untilMs: number;
  /** The time to live. */
  readonly ttlMs: number;
}

interface Host extends Expiry {
  readonly address: string;
}

const mostInstances = 256;
const mostRecords = 512;
const [shortestTtlS, longestTtlS] = [1, 4_500];
const questionEveryMs = 60_000;

export interface BrowserParts {
  readonly nowMs: () => number;
  readonly ask: (questions: Question[], known: Answer[]) => void;
  readonly isReachable: (address: string) => boolean;
  /** Called for each instance that finds no place. */
  readonly refused: (sender: string, reason: string) => void;
}

export class Browser {
  readonly #parts: BrowserParts;
  readonly #instances = new Map<string, Known>();
  readonly #hosts = new Map<string, Host>();
  /** RFC 6762, section 5.2: the first question at once, the second after 1 s, then in growing intervals. */
  #nextMs: number;
  #intervalMs = 1_000;

  constructor(parts: BrowserParts) {
    this.#parts = parts;
    this.#nextMs = parts.nowMs();
  }

  /** The instances whose place is known. */
  get instances(): readonly Instance[] {
    return [...this.#instances.values()].flatMap(({ name, sender, service }) => {
      const address = service && this.#hosts.get(keyOf(service.target))?.address;
      if (service === undefined || address === undefined) return [];
      return [{ name, port: service.port, target: service.target, address, sender }];
    });
  }

  take({ answers, additionals }: Records, sender: string): void {
    const records = [...answers, ...additionals].slice(0, mostRecords);
    // A record may stand before the one that it belongs to.
    for (const record of records)
      if (record.type === 'PTR') this.#pointer(record.name, record.data, record.ttl, sender);
    for (const record of records) {
      if (record.type === 'SRV') this.#service(record.name, record.data, record.ttl);
    }
    for (const record of records) if (record.type === 'A') this.#host(record.name, record.data, record.ttl);
  }

  /** Ends what has expired, and asks for what is missing or will expire soon. */
  tick(): void {
    const nowMs = this.#parts.nowMs();
    for (const [key, known] of this.#instances) {
      if (known.pointer.untilMs <= nowMs) this.#instances.delete(key);
      else if (known.service && known.service.untilMs <= nowMs) known.service = undefined;
    }
    const targets = new Set([...this.#instances.values()].map(({ service }) => keyOf(service?.target ?? '')));
    for (const [key, { untilMs }] of this.#hosts) if (untilMs <= nowMs || !targets.has(key)) this.#hosts.delete(key);
    if (nowMs < this.#nextMs) return;
    this.#nextMs = nowMs + this.#intervalMs;
    this.#intervalMs = Math.min(this.#intervalMs * 3, questionEveryMs);
    this.#ask(nowMs);
  }

  #ask(nowMs: number): void {
    const isFresh = (expiry: Expiry | undefined) => expiry !== undefined && expiry.untilMs - nowMs > expiry.ttlMs / 2;
    const known = [...this.#instances.values()];
    const services = known
      .filter(({ service }) => !isFresh(service))
      .map(({ name }): Question => ({ name, type: 'SRV' }));
    const targets = new Set(known.flatMap(({ service }) => service?.target ?? []));
    const hosts = [...targets].filter((target) => !isFresh(this.#hosts.get(keyOf(target))));
    const types: Question[] = [sessionType, rtspType].map((name) => ({ name, type: 'PTR' }));
    // RFC 6762, section 7.1: a record that is named here is not sent again.
    const fresh = known.filter(({ pointer }) => isFresh(pointer)).slice(0, 32);
    const answers = fresh.flatMap(({ name, pointer }): Answer[] => {
      const ttl = Math.floor((pointer.untilMs - nowMs) / 1_000);
      return [{ name: rtspType, type: 'PTR', ttl, data: name }];
    });
    this.#parts.ask(types, answers);
    const others = [...services, ...hosts.map((name): Question => ({ name, type: 'A' }))];
    for (let begin = 0; begin < others.length; begin += 16) this.#parts.ask(others.slice(begin, begin + 16), []);
  }

  #pointer(name: string, instance: unknown, ttl: unknown, sender: string): void {
    if (typeof instance !== 'string' || !isInstance(instance)) return;
    if (keyOf(name) !== rtspType && keyOf(name) !== sessionType) return;
    const key = keyOf(instance);
    const known = this.#instances.get(key);
    const pointer = this.#expiry(ttl);
    if (known) known.pointer = pointer;
    else if (ttl !== 0 && this.#hasRoomFor(sender)) {
      this.#instances.set(key, { name: instance, sender, pointer });
      this.soon();
    }
  }

  #hasRoomFor(sender: string): boolean {
    if (this.#instances.size < mostInstances) return true;
    const giver = giverOf(
      [...this.#instances.values()].map((each) => each.sender),
      { address: sender, isKept: false },
    );
    const gone = [...this.#instances].findLast(([, each]) => each.sender === giver);
    if (gone === undefined) this.#parts.refused(sender, `there are ${mostInstances} sessions by mDNS already`);
    else this.#instances.delete(gone[0]);
    return gone !== undefined;
  }

  #service(name: string, data: { readonly target?: unknown; readonly port?: unknown } | undefined, ttl: unknown): void {
    const known = this.#instances.get(keyOf(name));
    if (!known || typeof data?.target !== 'string' || typeof data.port !== 'number') return;
    if (data.target.length > 255 || data.port < 1) return;
    if (keyOf(data.target) !== keyOf(known.service?.target ?? '')) this.soon();
    known.service = { target: data.target, port: data.port, ...this.#expiry(ttl) };
  }

  #host(name: string, address: unknown, ttl: unknown): void {
    const key = keyOf(name);
    const isTarget = [...this.#instances.values()].some(({ service }) => service && keyOf(service.target) === key);
    if (!isTarget || typeof address !== 'string' || !this.#parts.isReachable(address)) return;
    this.#hosts.set(key, { address, ...this.#expiry(ttl) });
  }

  /** RFC 6762, section 10.1: a goodbye takes effect after a second, so that another sender of the record can object. */
  #expiry(ttl: unknown): Expiry {
    const seconds = Math.min(Math.max(typeof ttl === 'number' ? ttl : 0, shortestTtlS), longestTtlS);
    return { untilMs: this.#parts.nowMs() + seconds * 1_000, ttlMs: seconds * 1_000 };
  }

  /** Asks within a second, and then in growing intervals again. */
  soon(): void {
    this.#intervalMs = 1_000;
    this.#nextMs = Math.min(this.#nextMs, this.#parts.nowMs() + 1_000);
  }
}
