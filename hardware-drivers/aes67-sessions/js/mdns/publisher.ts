// Publishes the desk's sessions by mDNS as RAVENNA does: instances of _rtsp._tcp with its subtype for sessions, the host and
// its address. Names are probed before they are used, and another one is taken where a neighbour has it (RFC 6762, 8 and 9).
import type { LocalInterface } from '../interfaces.ts';
import { allTypes, asLabel, isInstance, keyOf, rtspType, sessionType } from './names.ts';
import type { Answer, Asked, Records } from './records.ts';

const [hostTtlS, otherTtlS] = [120, 4_500];
/** RFC 6762, 8.1: three probes, 250 ms apart. */
const probes = 3;
const probeEveryMs = 250;
const announcements = 2;
const announceEveryMs = 1_000;
/** RFC 6762, section 6: a record goes out once in a second. */
const repeatAfterMs = 1_000;
/** Unused names that are tried, `Stage left (99)`. */
const mostNames = 99;

export interface PublisherParts {
  readonly local: LocalInterface;
  /** Of the computer; ours is `rowdesk-HOST`, since HOST itself is Avahi's. */
  readonly hostName: string;
  readonly nowMs: () => number;
  readonly respond: (
    answers: Answer[],
    additionals: Answer[],
    to?: { port: number; address: string; id: number },
  ) => void;
  readonly probe: (names: readonly string[], authorities: Answer[]) => void;
}

interface Published {
  readonly wanted: string;
  attempt: number;
  stage: Stage;
}

interface Stage {
  readonly name: 'probing' | 'announcing' | 'published';
  readonly left: number;
  readonly atMs: number;
}

export class Publisher {
  readonly #parts: PublisherParts;
  /** By key of the announcement. */
  readonly #published = new Map<string, Published>();
  readonly #sentAtMs = new Map<string, number>();
  #hostAttempt = 1;
  #port = 0;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** The key of the announcement with this name, as it is published. */
  keyNamed(label: string): string | undefined {
    return [...this.#published].find(([, each]) => keyOf(nameOf(each)) === keyOf(label))?.[0];
  }

  /** The port of the RTSP server; nothing is published without. */
  set port(port: number) {
    this.#port = port;
  }

  /** Names by key of the announcement; what is not among them is taken back. */
  publish(names: ReadonlyMap<string, string>): void {
    const gone = [...this.#published].filter(([key, { wanted }]) => names.get(key) !== wanted);
    for (const [key] of gone) this.#published.delete(key);
    const goodbyes = gone
      .filter(([, { stage }]) => stage.name !== 'probing')
      .flatMap(([, each]) => this.#recordsOf(each))
      .filter(({ name }) => name !== allTypes);
    if (goodbyes.length > 0) this.#send(goodbyes.map((record) => ({ ...record, ttl: 0 })));
    for (const [key, wanted] of names) {
      if (this.#published.has(key)) continue;
      const each: Published = { wanted, attempt: 1, stage: this.#probing() };
      while (this.#isTaken(each)) each.attempt++;
      this.#published.set(key, each);
    }
  }

  /** Probes and announces what is due. */
  tick(): void {
    if (this.#port === 0) return;
    const nowMs = this.#parts.nowMs();
    const due = [...this.#published.values()].filter(({ stage }) => stage.name !== 'published' && stage.atMs <= nowMs);
    const probing = due.filter(({ stage }) => stage.name === 'probing' && stage.left > 0);
    if (probing.length > 0) {
      const own = probing.flatMap((each) => this.#ownRecords(each));
      this.#parts.probe([...probing.map(instanceOf), this.#target], [...own, this.#address]);
    }
    const announced = due.filter(({ stage }) => stage.name === 'announcing' || stage.left === 0);
    if (announced.length > 0) this.#send([...announced.flatMap((each) => this.#recordsOf(each)), this.#address]);
    for (const each of due) each.stage = next(each.stage, nowMs);
  }

  /**
   * A neighbour has one of our names: another one is probed. A name that was probed without objection is given up to the
   * neighbour whose data are greater, and kept against a lesser one, so that of two desks one renames itself. Our own packets
   * come back with our own data.
   */
  conflict({ answers, additionals }: Records): void {
    for (const record of [...answers, ...additionals]) {
      if (record.type === 'A' && keyOf(record.name) === keyOf(this.#target) && record.ttl !== 0) {
        const { address } = this.#parts.local;
        const isProbing = [...this.#published.values()].some(({ stage }) => stage.name === 'probing');
        if (record.data !== address && (isProbing || record.data > address)) this.#renameHost();
      }
      if (record.type !== 'SRV' || !isInstance(record.name) || record.ttl === 0) continue;
      const each = [...this.#published.values()].find((own) => keyOf(instanceOf(own)) === keyOf(record.name));
      const [target, other] = [keyOf(this.#target), keyOf(record.data.target)];
      if (each && other !== target && (each.stage.name === 'probing' || other > target)) this.#rename(each);
    }
  }

  /** `from`: the sender of the question; one that is no responder itself is answered directly (RFC 6762, 6.7). */
  answer({ id, questions, answers: known }: Asked, from: { port: number; address: string }): void {
    if (this.#port === 0) return;
    const all = [...this.#published.values()].filter(({ stage }) => stage.name !== 'probing');
    if (all.length === 0) return;
    const records = [...all.flatMap((each) => this.#recordsOf(each)), this.#address];
    const isAsked = (record: Answer) =>
      questions.some(({ name, type }) => keyOf(name) === keyOf(record.name) && [record.type, 'ANY'].includes(type));
    const isKnown = (record: Answer) =>
      known.some(
        (each) => each.type === 'PTR' && keyOf(each.name) === keyOf(record.name) && each.data === dataOf(record),
      );
    const wanted = records.filter((record) => isAsked(record) && !isKnown(record));
    const isDirect = from.port !== 5353;
    const answers = isDirect ? wanted : this.#notJustSent(wanted);
    if (answers.length === 0) return;
    const additionals = answers.some(({ type }) => type === 'PTR') ? records.filter(({ type }) => type !== 'PTR') : [];
    if (isDirect) this.#parts.respond(answers, additionals, { ...from, id });
    else this.#parts.respond(answers, additionals);
  }

  get #target(): string {
    const suffix = this.#hostAttempt === 1 ? '' : `-${this.#hostAttempt}`;
    return `${asLabel(`rowdesk-${this.#parts.hostName}`, suffix)}.local`;
  }

  get #address(): Answer {
    return { name: this.#target, type: 'A', ttl: hostTtlS, flush: true, data: this.#parts.local.address };
  }

  #recordsOf(each: Published): Answer[] {
    const pointers: Answer[] = [sessionType, rtspType].map((name) => {
      return { name, type: 'PTR', ttl: otherTtlS, data: instanceOf(each) };
    });
    return [...pointers, { name: allTypes, type: 'PTR', ttl: otherTtlS, data: rtspType }, ...this.#ownRecords(each)];
  }

  #ownRecords(each: Published): Answer[] {
    const name = instanceOf(each);
    const data = { target: this.#target, port: this.#port, priority: 0, weight: 0 };
    return [
      { name, type: 'SRV', ttl: hostTtlS, flush: true, data },
      { name, type: 'TXT', ttl: otherTtlS, flush: true, data: '' },
    ];
  }

  #send(records: readonly Answer[]): void {
    this.#notJustSent(records);
    // One packet for a few records: it stays below the length of a frame.
    for (let begin = 0; begin < records.length; begin += 16) this.#parts.respond(records.slice(begin, begin + 16), []);
  }

  #notJustSent(records: readonly Answer[]): Answer[] {
    const nowMs = this.#parts.nowMs();
    for (const [key, atMs] of this.#sentAtMs) if (nowMs - atMs >= repeatAfterMs) this.#sentAtMs.delete(key);
    return records.filter((record) => {
      const key = `${record.type} ${record.name} ${dataOf(record)}`;
      if (this.#sentAtMs.has(key)) return false;
      this.#sentAtMs.set(key, nowMs);
      return true;
    });
  }

  #probing(): Stage {
    return { name: 'probing', left: probes, atMs: this.#parts.nowMs() };
  }

  #rename(each: Published): void {
    do each.attempt++;
    while (this.#isTaken(each) && each.attempt < mostNames);
    each.stage = this.#probing();
  }

  #renameHost(): void {
    this.#hostAttempt = Math.min(this.#hostAttempt + 1, mostNames);
    for (const each of this.#published.values()) each.stage = this.#probing();
  }

  #isTaken(each: Published): boolean {
    return [...this.#published.values()].some(
      (other) => other !== each && keyOf(nameOf(other)) === keyOf(nameOf(each)),
    );
  }
}

function next({ name, left }: Stage, nowMs: number): Stage {
  if (name === 'probing' && left > 0) return { name, left: left - 1, atMs: nowMs + probeEveryMs };
  if (name === 'probing') return { name: 'announcing', left: announcements - 1, atMs: nowMs + announceEveryMs };
  if (left > 1) return { name, left: left - 1, atMs: nowMs + announceEveryMs };
  return { name: 'published', left: 0, atMs: nowMs };
}

function nameOf({ wanted, attempt }: Published): string {
  return asLabel(wanted, attempt === 1 ? '' : ` (${attempt})`);
}

function instanceOf(each: Published): string {
  return `${nameOf(each)}.${rtspType}`;
}

function dataOf(record: Answer): string {
  return 'data' in record && typeof record.data === 'string' ? record.data : '';
}
