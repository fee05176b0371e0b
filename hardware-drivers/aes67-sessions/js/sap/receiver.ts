// What is announced by SAP: packets in, hearings of sessions out. A sender's session ends by deletion, or ten times its
// interval after the last announcement (RFC 2974, section 4), which is at least 60 s and at most the hour of the RFC.
import type { Counters } from '../counters.ts';
import { Rates } from '../rates.ts';
import type { Refusals } from '../refusals.ts';
import { SdpProblem } from '../sdp/lines.ts';
import { type Description, originLine, parseSdp } from '../sdp/parse.ts';
import { type Hearing, type SessionTable, sessionId } from '../session-table.ts';
import type { Timers } from '../timers.ts';
import { decodeSap, type SapPacket } from './packet.ts';

interface Announced {
  readonly sender: string;
  readonly hash: number;
  readonly text: string;
  readonly description: Description;
  readonly heardAtMs: number;
  readonly intervalMs: number;
}

const usualIntervalMs = 30_000;
/** A repetition this soon is the same one, by another network or a new version. */
const leastIntervalMs = 1_000;
const [shortestMs, longestMs] = [60_000, 3_600_000];

export interface SapReceiverParts {
  readonly table: SessionTable;
  readonly counters: Counters;
  readonly refusals: Refusals;
  readonly timers: Pick<Timers, 'nowMs' | 'wallMs'>;
  /** Whether this origin is that of an announcement of ours. */
  readonly isOurs: (description: Description) => boolean;
  readonly log: (message: string) => void;
}

export class SapReceiver {
  readonly #parts: SapReceiverParts;
  /** By sender, then by session. */
  readonly #announced = new Map<string, Map<string, Announced>>();
  readonly #rates = new Rates({ each: { atOnce: 512, perSecond: 50 }, all: { atOnce: 2_048, perSecond: 400 } });

  constructor(parts: SapReceiverParts) {
    this.#parts = parts;
  }

  /** `isOwnAddress`: the packet is one that this computer sent. */
  take(packet: Buffer, sender: string, isOwnAddress: boolean): void {
    const { counters, refusals, timers, log } = this.#parts;
    counters.count('sapPackets');
    try {
      if (!this.#rates.allows(sender, timers.nowMs())) throw new Error('it sends too many packets');
      const decoded = decodeSap(packet);
      if (decoded.isDeletion) this.#delete(decoded, sender);
      else this.#announce(decoded, sender, isOwnAddress);
    } catch (error) {
      counters.count(error instanceof SdpProblem ? 'sdpRefused' : 'sapRefused');
      const reason = (error as Error).message;
      refusals.add({ address: sender, via: 'sap', reason, atMs: timers.wallMs() });
      log(`a session that ${sender} announces is refused: ${reason}`);
    }
  }

  /** Ends what was not heard within its timeout, and what lost its place. */
  expire(): void {
    const { table, timers } = this.#parts;
    const nowMs = timers.nowMs();
    for (const announced of this.#all()) {
      const timeoutMs = Math.min(Math.max(10 * announced.intervalMs, shortestMs), longestMs);
      if (nowMs - announced.heardAtMs > timeoutMs || !table.has(sessionId(announced.description))) this.#end(announced);
    }
  }

  /** Forgets all sessions. */
  clear(): void {
    for (const announced of this.#all()) this.#end(announced);
  }

  #announce({ text, hash }: SapPacket, sender: string, isOwnAddress: boolean): void {
    const { table, timers } = this.#parts;
    const own = this.#announced.get(sender) ?? new Map<string, Announced>();
    const same = [...own.values()].find((each) => each.text === text);
    const description = same?.description ?? parseSdp(text);
    const ours = this.#parts.isOurs(description);
    if (ours && !isOwnAddress) throw new Error('its origin is that of a session of this desk');
    table.hear({ ...hearingOf(sender, description), host: '', ours, seenAtMs: timers.wallMs() });
    const before = own.get(sessionId(description));
    const heardAtMs = timers.nowMs();
    const sinceMs = heardAtMs - (before?.heardAtMs ?? heardAtMs);
    const intervalMs = sinceMs >= leastIntervalMs ? sinceMs : (before?.intervalMs ?? usualIntervalMs);
    this.#announced.set(
      sender,
      own.set(sessionId(description), { sender, hash, text, description, heardAtMs, intervalMs }),
    );
  }

  /** Counts only where it comes from the address that announced: no sender ends a session of another. */
  #delete({ hash, text }: SapPacket, sender: string): void {
    const own = [...(this.#announced.get(sender)?.values() ?? [])];
    const origin = originLine(text);
    const named =
      own.find((each) => hash !== 0 && each.hash === hash) ??
      own.find((each) => each.text === text || each.description.origin.key === origin?.key);
    if (named) this.#end(named);
  }

  #all(): readonly Announced[] {
    return [...this.#announced.values()].flatMap((own) => [...own.values()]);
  }

  #end({ sender, description }: Announced): void {
    const own = this.#announced.get(sender);
    own?.delete(sessionId(description));
    if (own?.size === 0) this.#announced.delete(sender);
    this.#parts.table.forget(hearingOf(sender, description));
  }
}

function hearingOf(sender: string, description: Description): Pick<Hearing, 'via' | 'sender' | 'description'> {
  return { via: 'sap', sender, description };
}
