// Descriptions of the instances that mDNS shows: asked for by RTSP, and again now and then, since nothing announces a new
// version of one.
import { cleanText } from '../clean-text.ts';
import type { Counters } from '../counters.ts';
import type { LocalInterface } from '../interfaces.ts';
import type { Refusals } from '../refusals.ts';
import type { Question } from '../rtsp/client.ts';
import { SdpProblem } from '../sdp/lines.ts';
import { type Description, parseSdp } from '../sdp/parse.ts';
import { type SessionTable, sessionId } from '../session-table.ts';
import type { Timers } from '../timers.ts';
import type { Instance } from './browser.ts';
import { hostOf, keyOf, labelOf } from './names.ts';

interface Asked {
  instance: Instance;
  readonly address: string;
  readonly place: string;
  isAsking: boolean;
  nextMs: number;
  /** How long until the next question after one that failed. */
  patienceMs: number;
  heard?: { readonly sender: string; readonly description: Description };
}

const mostAtOnce = 8;
/** A host that leaves questions open holds up no other. */
const mostAtHost = 2;
const againMs = 60_000;
const [firstPatienceMs, longestPatienceMs] = [15_000, 600_000];

export interface DescriptionsParts {
  readonly table: SessionTable;
  readonly counters: Counters;
  readonly refusals: Refusals;
  readonly timers: Pick<Timers, 'nowMs' | 'wallMs'>;
  /** Undefined while the interface is away: nothing is asked then. */
  readonly local: () => LocalInterface | undefined;
  readonly isOurs: (description: Description) => boolean;
  readonly describe: (question: Question) => Promise<string>;
  readonly log: (message: string) => void;
}

export class Descriptions {
  readonly #parts: DescriptionsParts;
  readonly #asked = new Map<string, Asked>();
  /** The senders of instances, the one that was asked longest ago first. */
  #senders: readonly string[] = [];
  #isClosed = false;

  constructor(parts: DescriptionsParts) {
    this.#parts = parts;
  }

  /** Forgets sessions whose instance is gone, and asks for what is due. */
  tick(instances: readonly Instance[]): void {
    const present = new Set(instances.map(({ name }) => keyOf(name)));
    for (const [key, asked] of this.#asked) {
      if (present.has(key)) continue;
      this.#asked.delete(key);
      this.#forget(asked);
    }
    const local = this.#parts.local();
    if (!local) return;
    const nowMs = this.#parts.timers.nowMs();
    for (const instance of instances) {
      const key = keyOf(instance.name);
      const place = `${instance.address}:${instance.port}`;
      let asked = this.#asked.get(key);
      if (asked?.place === place) {
        asked.instance = instance;
        continue;
      }
      if (asked) this.#forget(asked);
      const { address } = instance;
      asked = { instance, address, place, isAsking: false, nextMs: nowMs, patienceMs: firstPatienceMs };
      this.#asked.set(key, asked);
    }
    const named = new Set(instances.map(({ sender }) => sender));
    this.#senders = [...new Set([...this.#senders, ...named])].filter((sender) => named.has(sender));
    for (let asked = this.#due(nowMs); asked; asked = this.#due(nowMs)) void this.#ask(asked, local);
  }

  /** In turns of senders, so that one with many instances, or with ever new places of them, holds up no other one. */
  #due(nowMs: number): Asked | undefined {
    const due = [...this.#asked.values()].filter(
      (each) => !each.isAsking && each.nextMs <= nowMs && this.#mayAsk(each),
    );
    const turns = new Map(this.#senders.map((sender, turn) => [sender, turn]));
    const turnOf = ({ instance }: Asked) => turns.get(instance.sender) ?? 0;
    const [next] = due.sort((one, other) => turnOf(one) - turnOf(other));
    if (next === undefined) return undefined;
    const { sender } = next.instance;
    this.#senders = [...this.#senders.filter((each) => each !== sender), sender];
    return next;
  }

  /** What an open question answers is dropped. */
  close(): void {
    this.#isClosed = true;
    for (const asked of this.#asked.values()) this.#forget(asked);
    this.#asked.clear();
  }

  #mayAsk({ address }: Asked): boolean {
    const running = [...this.#asked.values()].filter(({ isAsking }) => isAsking);
    return running.length < mostAtOnce && running.filter((each) => each.address === address).length < mostAtHost;
  }

  async #ask(asked: Asked, local: LocalInterface): Promise<void> {
    const { describe, timers, counters, refusals, log } = this.#parts;
    const { instance } = asked;
    const { address, port, name } = instance;
    asked.isAsking = true;
    try {
      const path = `/by-name/${encodeURIComponent(labelOf(name))}`;
      const text = await describe({ address, port, localAddress: local.address, path });
      if (this.#isClosed || this.#asked.get(keyOf(name)) !== asked) return;
      this.#hear(instance, asked, local, parseSdp(text));
      asked.patienceMs = firstPatienceMs;
      asked.nextMs = timers.nowMs() + againMs;
    } catch (error) {
      counters.count(error instanceof SdpProblem ? 'sdpRefused' : 'rtspRefused');
      const reason = `the session ${cleanText(labelOf(name))} at port ${port} is not described: ${(error as Error).message}`;
      refusals.add({ address, via: 'mdns', reason, atMs: timers.wallMs() });
      log(`${address}: ${reason}`);
      asked.nextMs = timers.nowMs() + asked.patienceMs;
      asked.patienceMs = Math.min(asked.patienceMs * 2, longestPatienceMs);
    } finally {
      asked.isAsking = false;
    }
  }

  #hear({ address, target }: Instance, asked: Asked, local: LocalInterface, description: Description): void {
    const { table, timers } = this.#parts;
    const ours = this.#parts.isOurs(description);
    if (ours && address !== local.address) throw new Error('its origin is that of a session of this desk');
    if (asked.heard && sessionId(asked.heard.description) !== sessionId(description)) this.#forget(asked);
    const host = cleanText(hostOf(target));
    table.hear({ via: 'mdns', sender: address, description, host, ours, seenAtMs: timers.wallMs() });
    asked.heard = { sender: address, description };
  }

  #forget(asked: Asked): void {
    if (asked.heard) this.#parts.table.forget({ via: 'mdns', ...asked.heard });
    asked.heard = undefined;
  }
}
