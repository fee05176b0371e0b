// Reads what TotalMix FX shows: a visit selects a view and collects what is sent of it, until it is whole.
import type { OscMessage } from '../../../lib/osc/js/packet.ts';
import { busAddress, selectionOf, type View } from './view.ts';

/** What a view showed, by address. */
export type Dump = ReadonlyMap<string, number | string | boolean>;

export interface VisitTimes {
  /** Without the whole view for this long a visit is over. */
  readonly answerMs: number;
  /** A whole view is taken when nothing more of it has come for this long. */
  readonly quietMs: number;
}

export const visitTimes: VisitTimes = { answerMs: 300, quietMs: 10 };

export interface ReadOptions {
  /** Texts that the view must show, by address: names of its channels. Another view is no answer. */
  readonly identity?: ReadonlyMap<string, string>;
  /** What the view showed before: the same again counts at once, and what it lacked is not waited for. */
  readonly known?: Dump | undefined;
  /** Addresses that are not waited for where nothing is known: other views of the same kind lacked them. */
  readonly optional?: ReadonlySet<string>;
  /** What counts at once, without being seen twice. */
  readonly accepts?: (dump: Dump) => boolean;
  /** Values that the first visit sends with the selection. */
  readonly values?: readonly OscMessage[];
}

/** Names in TotalMix FX are shorter. */
const longestText = 64;
/** A read that so many visits did not make certain has failed. */
const attempts = 8;
/** So often the names of other channels are shown: these are the view's names now. */
const strangers = 3;
/** A view that lacks addresses is taken as it is from this visit on. */
const patience = 3;

export class Visits {
  readonly #send: (messages: readonly OscMessage[]) => void;
  readonly #times: VisitTimes;
  #collected = new Map<string, number | string | boolean>();
  #wanted: ReadonlySet<string> = new Set();
  #required: readonly string[] = [];
  #end: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (messages: readonly OscMessage[]) => void, times: VisitTimes = visitTimes) {
    this.#send = send;
    this.#times = times;
  }

  hear(messages: readonly OscMessage[]): void {
    let isNew = false;
    for (const { address, args } of messages) {
      const [first] = args;
      if (first === undefined || first.type === 'b' || !this.#wanted.has(address)) continue;
      this.#collected.set(address, first.type === 's' ? first.value.slice(0, longestText) : first.value);
      isNew = true;
    }
    if (isNew && this.#required.every((address) => this.#collected.has(address))) this.#endIn(this.#times.quietMs);
  }

  /** Ends a visit at once. */
  stop(): void {
    this.#end?.();
  }

  /**
   * What the view shows of these addresses; undefined when visits did not make that certain. A change counts when two visits
   * after each other have it: packets of an earlier visit may come late.
   */
  async read(view: View, addresses: readonly string[], options: ReadOptions = {}): Promise<Dump | undefined> {
    const { identity = new Map<string, string>(), known, optional, accepts, values } = options;
    const bus = busAddress(view.page, view.bus);
    const wanted = new Set([bus, ...identity.keys(), ...addresses]);
    const lacks = (address: string) => (known ? !known.has(address) : optional?.has(address) === true);
    const required = new Set([bus, ...identity.keys(), ...addresses.filter((address) => !lacks(address))]);
    let last = known;
    let strange = 0;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const dump = await this.#visit(selectionOf(view, attempt === 1 ? values : undefined), wanted, required);
      if (!isTrue(dump.get(bus)) || [...identity].some(([address, text]) => dump.get(address) !== text)) {
        if ([...identity.keys()].every((address) => dump.has(address)) && ++strange === strangers) return undefined;
        continue;
      }
      const isWhole = [...required].every((address) => dump.has(address));
      if (isWhole && accepts?.(dump)) return dump;
      if ((isWhole || attempt > patience) && last && areSame(dump, last)) return dump;
      last = dump;
    }
    return undefined;
  }

  #visit(selection: readonly OscMessage[], wanted: ReadonlySet<string>, required: ReadonlySet<string>): Promise<Dump> {
    const collected = new Map<string, number | string | boolean>();
    this.#collected = collected;
    this.#wanted = wanted;
    this.#required = [...required];
    return new Promise((resolve) => {
      this.#end = () => {
        clearTimeout(this.#timer);
        this.#end = undefined;
        this.#wanted = new Set();
        resolve(collected);
      };
      this.#endIn(this.#times.answerMs);
      this.#send(selection);
    });
  }

  #endIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end?.(), delayMs);
  }
}

/** OSC has several spellings of it: TotalMix FX sends 1.0. */
export const isTrue = (value: unknown) => value === true || (typeof value === 'number' && value >= 0.5);

const areSame = (one: Dump, other: Dump) =>
  one.size === other.size && [...one].every(([address, value]) => other.get(address) === value);
