// The racks: one for all plugins, and one of its own for each plugin that misbehaved, at most eight.
import { type Guest, Rack, type RackEnd } from './rack.ts';
import { type StartRack, waitForEnd } from './rack-process.ts';
import type { ReleaseSlot } from './slots.ts';
import type { Timers } from './timers.ts';

/** RD_INSERT_RACKS of rowdesk/insert_slot.h. */
const mostRacks = 8;
/** A rack without a plugin goes on for a moment: often one is removed and another one chosen. */
const idleMs = 5000;
/** Ends without a word within this time of each other have one cause. */
const togetherMs = 60_000;
const longestBackoffMs = 60_000;
/** For the states of plugins to be saved when the process ends. */
const lastMs = 1000;

/** A place that has lost its rack. */
export interface LostGuest extends Guest {
  /** `blame`: what its plugin did, undefined where another one is to blame. `retryMs`: until a rack may be had again. */
  lost(blame: { readonly kind: string; readonly detail: string } | undefined, how: string, retryMs: number): void;
}

export interface RacksParts {
  readonly start: StartRack;
  readonly release: ReleaseSlot;
  readonly timers: Timers;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
}

export class Racks {
  readonly #parts: RacksParts;
  readonly #racks = new Map<number, Rack>();
  readonly #stopping = new Set<Rack>();
  /** Plugins with a rack of their own, by URI. */
  readonly #numbers = new Map<string, number>();
  readonly #idle = new Map<Rack, () => void>();
  #unexplained: readonly number[] = [];

  constructor(parts: RacksParts) {
    this.#parts = parts;
  }

  /** The rack for a plugin, started if it does not run; `guest` is in it from now on. */
  enter(guest: LostGuest): Rack {
    const number = this.#numbers.get(guest.uri) ?? 1;
    const rack = this.#racks.get(number) ?? this.#start(number);
    this.#idle.get(rack)?.();
    this.#idle.delete(rack);
    rack.enter(guest);
    return rack;
  }

  /** Where a plugin would be now. */
  isIn(rack: Rack, uri: string): boolean {
    return this.#racks.get(this.#numbers.get(uri) ?? 1) === rack;
  }

  leave(rack: Rack, guest: Guest): void {
    rack.leave(guest);
    if (rack.guests.length > 0 || this.#racks.get(rack.number) !== rack || this.#idle.has(rack)) return;
    const stop = this.#parts.timers.after(idleMs, () => {
      this.#idle.delete(rack);
      this.#racks.delete(rack.number);
      this.#stopping.add(rack);
      rack.stop();
    });
    this.#idle.set(rack, stop);
  }

  /** From its next start on this plugin shares no rack with others, while one of the eight is free. */
  separate(uri: string): void {
    if (this.#numbers.has(uri)) return;
    const taken = [...this.#numbers.values()];
    const uses = (number: number) => taken.filter((each) => each === number).length;
    const [least] = Array.from({ length: mostRacks - 1 }, (_, index) => index + 2).sort((a, b) => uses(a) - uses(b));
    this.#numbers.set(uri, least as number);
  }

  /** The racks end in order; this waits for them. */
  close(): void {
    for (const stop of this.#idle.values()) stop();
    const racks = [...this.#racks.values(), ...this.#stopping];
    for (const rack of racks) rack.stop();
    waitForEnd(
      racks.map(({ processId }) => processId),
      lastMs,
    );
    for (const rack of racks) rack.forget();
  }

  #start(number: number): Rack {
    const { start, timers, log } = this.#parts;
    const rack = new Rack(number, start, timers, { log, ended: (which, end) => this.#ended(which, end) });
    this.#racks.set(number, rack);
    return rack;
  }

  #ended(rack: Rack, end: RackEnd): void {
    this.#idle.get(rack)?.();
    this.#idle.delete(rack);
    if (this.#racks.get(rack.number) === rack) this.#racks.delete(rack.number);
    for (const { name } of end.guests) this.#parts.release(name, rack.number);
    if (this.#stopping.delete(rack)) return;
    const { fault, guests, how } = end;
    const said = fault ? `${fault.place} is to blame: ${fault.kind} ${fault.detail}` : 'it names no plugin';
    this.#parts.log('warn', `rack ${rack.number} ended: ${how}; ${said}`);
    const known = fault && guests.some(({ name }) => name === fault.place) ? fault : undefined;
    const { blamed, retryMs } = known ? { blamed: known.place, retryMs: 0 } : this.#suspect(end);
    const detail = known?.detail || how;
    for (const guest of guests as readonly LostGuest[]) {
      const isBlamed = guest.name === blamed;
      guest.lost(isBlamed ? { kind: known?.kind ?? 'crash', detail } : undefined, how, isBlamed ? 0 : retryMs);
    }
  }

  /**
   * For an end that no plugin is named for: the first one is nobody's fault (the process was killed); from the second one on
   * a plugin alone in its rack is to blame, and several get racks of their own.
   */
  #suspect({ guests, isSpoilt, wasReady }: RackEnd): { readonly blamed: string; readonly retryMs: number } {
    const nowMs = this.#parts.timers.nowMs();
    if (isSpoilt) for (const { uri } of guests) this.separate(uri);
    const recent = this.#unexplained.filter((atMs) => nowMs - atMs < togetherMs).slice(-10);
    this.#unexplained = [...recent, nowMs];
    const retryMs = recent.length === 0 ? 0 : Math.min(longestBackoffMs, 1000 * 2 ** (recent.length - 1));
    if (recent.length === 0 || !wasReady || isSpoilt) return { blamed: '', retryMs };
    const [only, ...others] = new Set(guests.map(({ uri }) => uri));
    if (only !== undefined && others.length === 0) return { blamed: guests[0]?.name ?? '', retryMs };
    for (const { uri } of guests) this.separate(uri);
    return { blamed: '', retryMs };
  }
}
