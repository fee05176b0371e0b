// The links that the desk wants at a server. Level-triggered: at every change, wanted links are compared with those that
// are there, missing ones are made as soon as both ports are there, and links of the desk that are wanted no more end.
import type { LinkEnds } from 'rowdesk/driver';
import { deskKey } from './desk.ts';
import type { NativeConnection } from './native.ts';
import type { ServerGraph } from './server-graph.ts';
import type { ServerLink, ServerPort } from './server-objects.ts';

/** A request without an answer is made again after this. */
const answerMs = 2000;
const firstRetryMs = 250;
const longestRetryMs = 60_000;
/** A link that went sooner was refused by another client: it is made again later and later. */
const steadyMs = 5000;

type Requests = Pick<NativeConnection, 'link' | 'destroy'>;

export const wentWords = 'it went, and is made again';

/** What is under way for a wanted link that is not there, or was not a moment ago. */
interface Attempt {
  /** The number of the request that has no answer; 0 for none. */
  request: number;
  /** Of the ports at the last request: others begin anew. */
  ports: string;
  tries: number;
  /** Monotonic milliseconds. */
  askedMs: number;
  /** No request before this. */
  notBeforeMs: number;
  /** Of the last refusal, '' for none. */
  refusal: string;
}

export const linkKey = ({ from, to }: LinkEnds) => `${from} ${to}`;

export class DesiredLinks {
  readonly #desk: string;
  #list: readonly LinkEnds[] | undefined;
  #wanted: ReadonlyMap<string, LinkEnds> | undefined;
  readonly #attempts = new Map<string, Attempt>();
  /** Wanted links that are there, and those that went since the last look. */
  #there: ReadonlySet<string> = new Set();
  readonly #went = new Set<string>();
  /** Numbers of links whose end was asked for. */
  readonly #ending = new Set<number>();
  #lastRequest = 0;

  constructor(desk: string) {
    this.#desk = desk;
  }

  /** Undefined until the desk said. */
  get wanted(): readonly LinkEnds[] | undefined {
    return this.#list;
  }

  want(links: readonly LinkEnds[]): void {
    this.#list = links;
    this.#wanted = new Map(links.map((link) => [linkKey(link), link]));
    for (const key of [...this.#attempts.keys()]) if (!this.#wanted.has(key)) this.#attempts.delete(key);
    for (const key of [...this.#went]) if (!this.#wanted.has(key)) this.#went.delete(key);
  }

  isWanted(from: string, to: string): boolean {
    return this.#wanted?.has(`${from} ${to}`) === true;
  }

  /** The server does not make the link of this request. */
  refused(request: number, reason: string, nowMs: number): void {
    for (const attempt of this.#attempts.values()) {
      if (attempt.request === request) fail(attempt, `the server refused it: ${reason}`, nowMs);
    }
  }

  /** A new server has none of them, and no request under way. */
  lost(): void {
    this.#attempts.clear();
    this.#ending.clear();
    this.#note(new Set(), 0);
  }

  /** Makes and ends what is to be made and ended now. Returns the monotonic milliseconds of the next look; undefined: none. */
  keep(graph: ServerGraph, requests: Requests, nowMs: number): number | undefined {
    if (this.#wanted === undefined || graph.reason !== '') return undefined;
    const links = new Map<string, ServerLink>();
    for (const link of graph.objects.links.values()) links.set(`${link.from} ${link.to}`, link);
    for (const number of this.#ending) if (!graph.objects.links.has(number)) this.#ending.delete(number);
    const there = new Set<string>();
    const missing: { readonly key: string; readonly from: ServerPort; readonly to: ServerPort; isThere: boolean }[] =
      [];
    for (const [key, wanted] of this.#wanted) {
      const [from, to] = [graph.ports.byId.get(wanted.from), graph.ports.byId.get(wanted.to)];
      if (from?.direction !== 'source' || to?.direction !== 'sink') {
        this.#attempts.delete(key);
        continue;
      }
      const link = links.get(`${from.number} ${to.number}`);
      const isFailing = link?.info !== undefined && link.info.error !== '';
      if (isFailing) this.#giveUp(link, key, requests, nowMs);
      if (link !== undefined && !isFailing) there.add(key);
      else missing.push({ key, from, to, isThere: link !== undefined });
    }
    this.#note(there, nowMs);
    this.#settleAttempts(nowMs);
    this.#endOthers(graph, requests);
    const looks = missing.map(({ key, from, to, isThere }) => this.#make(key, from, to, isThere, requests, nowMs));
    return looks.length === 0 ? undefined : Math.min(...looks);
  }

  /**
   * Of the wanted links, in their order: those that are there, and were at every moment since the last look. `went`: keys
   * of those that were not.
   */
  look(): { readonly held: readonly LinkEnds[]; readonly went: ReadonlySet<string> } {
    const went = new Set(this.#went);
    this.#went.clear();
    const isHeld = (key: string) => this.#there.has(key) && !went.has(key);
    return { held: (this.#list ?? []).filter((link) => isHeld(linkKey(link))), went };
  }

  /** True when the look after the next finds more than the next. */
  get hasReturned(): boolean {
    return [...this.#went].some((key) => this.#there.has(key));
  }

  /** True while the server owes an answer to a request. */
  isAsking(nowMs: number): boolean {
    return [...this.#attempts.values()].some(({ request, askedMs }) => request !== 0 && nowMs - askedMs < answerMs);
  }

  /** Of a wanted link that is not there: why it is not made, '' while it is being made. */
  refusalOf(link: LinkEnds): string {
    return this.#attempts.get(linkKey(link))?.refusal ?? '';
  }

  /** Of a link in error: it ends where it is ours, and is made again later. */
  #giveUp(link: ServerLink, key: string, requests: Requests, nowMs: number): void {
    const error = `the server gave it up: ${link.info?.error}`;
    const attempt = this.#attempts.get(key);
    if (attempt !== undefined && (attempt.request !== 0 || attempt.refusal !== error)) fail(attempt, error, nowMs);
    if (link.info?.desk === this.#desk) this.#end(link, requests);
  }

  /** Returns the time of the next look. */
  #make(key: string, from: ServerPort, to: ServerPort, isThere: boolean, requests: Requests, nowMs: number): number {
    const ports = `${from.number} ${to.number}`;
    let attempt = this.#attempts.get(key);
    if (attempt?.ports !== ports) {
      attempt = {
        request: 0,
        ports,
        tries: 0,
        askedMs: 0,
        notBeforeMs: 0,
        refusal: this.#went.has(key) ? wentWords : '',
      };
      this.#attempts.set(key, attempt);
    }
    if (attempt.request !== 0) {
      const dueMs = attempt.askedMs + answerMs;
      if (nowMs < dueMs) return dueMs;
      fail(attempt, 'the server does not answer', nowMs);
    }
    if (isThere || nowMs < attempt.notBeforeMs) return Math.max(attempt.notBeforeMs, nowMs + firstRetryMs);
    this.#lastRequest += 1;
    Object.assign(attempt, { request: this.#lastRequest, askedMs: nowMs });
    const ends = { fromNode: from.node, fromPort: from.number, toNode: to.node, toPort: to.number };
    requests.link(this.#lastRequest, ends, { [deskKey]: this.#desk });
    return nowMs + answerMs;
  }

  /** A link that is there has its answer. */
  #settleAttempts(nowMs: number): void {
    for (const [key, attempt] of this.#attempts) {
      if (!this.#there.has(key) || attempt.request === 0) continue;
      attempt.tries += 1;
      // Where it goes soon, the next is later.
      attempt.notBeforeMs = attempt.tries > 1 ? nowMs + retryMs(attempt.tries - 1) : 0;
      attempt.request = 0;
      attempt.refusal = '';
    }
  }

  #endOthers(graph: ServerGraph, requests: Requests): void {
    for (const link of graph.objects.links.values()) {
      if (link.info?.desk !== this.#desk) continue;
      const [from, to] = [graph.ports.ids.get(link.from), graph.ports.ids.get(link.to)];
      if (from !== undefined && to !== undefined && !this.isWanted(from, to)) this.#end(link, requests);
    }
  }

  #end({ number }: ServerLink, requests: Requests): void {
    if (this.#ending.has(number)) return;
    this.#ending.add(number);
    requests.destroy(number);
  }

  #note(there: ReadonlySet<string>, nowMs: number): void {
    for (const key of this.#there) {
      if (there.has(key)) continue;
      if (this.#wanted?.has(key)) this.#went.add(key);
      const attempt = this.#attempts.get(key);
      if (attempt === undefined) continue;
      // One that stayed for long has no history.
      if (nowMs - attempt.askedMs > steadyMs) this.#attempts.delete(key);
      else if (attempt.refusal === '') attempt.refusal = wentWords;
    }
    this.#there = there;
  }
}

function fail(attempt: Attempt, refusal: string, nowMs: number): void {
  attempt.request = 0;
  attempt.tries += 1;
  attempt.refusal = refusal;
  attempt.notBeforeMs = nowMs + retryMs(attempt.tries);
}

const retryMs = (tries: number) => Math.min(firstRetryMs * 2 ** (tries - 1), longestRetryMs);
