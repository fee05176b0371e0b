// The devices of the network that send: the announced sessions by device. Sessions of this desk are not among them.
import { type Listeners, type ObservedState, type Token, token } from 'rowdesk/provider';
import { isSlot, mostSlots, sessionsName, slotPath } from './paths.ts';
import { plain, Sender } from './sender.ts';
import { contentOf, type Session, sessionIn } from './session.ts';

interface Known {
  readonly all: readonly Session[];
  readonly senders: readonly Sender[];
  readonly byId: ReadonlyMap<string, Sender>;
  /** Ids of own devices, then sessions without the times at which they were seen. */
  readonly content: readonly string[];
}

/** Epoch milliseconds. */
interface Seen {
  readonly firstMs: number;
  readonly lastMs: number;
}

export interface SendersNeeds {
  readonly observed: ObservedState;
  /** Ids that the desk's own devices have. */
  readonly ownIds: () => readonly string[];
  /** Of what is announced. */
  readonly listeners: Listeners;
  /** Of when it was announced last, too. */
  readonly seenListeners: Listeners;
}

export class Senders {
  static readonly token: Token<Senders> = token<Senders>('netaudio.senders');
  readonly #needs: SendersNeeds;
  /** Undefined: to be read at the next question. */
  #known: Known | undefined;
  #content: readonly string[] = [];
  /** Of the last reading: what did not change since is taken from there. */
  #byId: ReadonlyMap<string, Sender> = new Map();
  /** When each device was there, in this run: by name and address. */
  readonly #seen = new Map<string, Seen>();

  constructor(needs: SendersNeeds) {
    this.#needs = needs;
  }

  /** Follows the reports until the returned function is called. */
  start(): () => void {
    return this.#needs.observed.onChange((changes) => {
      if (changes.some(({ path }) => isSlot(path))) this.refresh();
    });
  }

  /** Reads anew: sessions or the ids of own devices have changed. */
  refresh(): void {
    this.#known = undefined;
    const { content } = this.#read();
    this.#needs.seenListeners.notify();
    if (areSame(content, this.#content)) return;
    this.#content = content;
    this.#needs.listeners.notify();
  }

  list(): readonly Sender[] {
    return this.#read().senders;
  }

  get(id: string): Sender | undefined {
    return this.#read().byId.get(id);
  }

  /** A device has this id: one that is announced, or the desk's own. */
  isTaken(id: string): boolean {
    return this.get(id) !== undefined || this.#needs.ownIds().includes(id);
  }

  /** All sessions, those of this desk too. */
  sessions(): readonly Session[] {
    return this.#read().all;
  }

  /** Those of this id, name or address; of a name in other letters where there is none. */
  called(text: string): readonly Sender[] {
    const all = this.list();
    // A device has its address as its name until mDNS says another.
    const isExact = ({ id, name, address }: Sender) => [id, name, address, slugOf(address)].includes(text);
    const exact = all.filter(isExact);
    return exact.length > 0 ? exact : all.filter(({ name }) => slugOf(name) === slugOf(text));
  }

  /** A device that is announced, or was in this run; undefined for any other. */
  seen({ name, address }: Pick<Sender, 'name' | 'address'>): Seen | undefined {
    return this.#seen.get(keyOf(name, address));
  }

  /** What is announced changed. */
  onChange(changed: () => void): () => void {
    return this.#needs.listeners.add(changed);
  }

  /** The same, and each new announcement of what is known. */
  onSeen(changed: () => void): () => void {
    return this.#needs.seenListeners.add(changed);
  }

  #read(): Known {
    this.#known ??= this.#made();
    return this.#known;
  }

  #made(): Known {
    const { observed, ownIds } = this.#needs;
    const all = Array.from({ length: mostSlots }, (_, place) =>
      sessionIn(observed.read(slotPath(place + 1), 'session')?.value),
    ).filter((session) => session !== undefined);
    const own = ownIds();
    const senders = sendersOf(all, own, this.#byId);
    for (const { name, address, sessions, seenAtMs: lastMs } of senders) {
      const key = keyOf(name, address);
      const firstMs = this.#seen.get(key)?.firstMs ?? Math.min(...sessions.map(({ seenAtMs }) => seenAtMs));
      this.#seen.set(key, { firstMs, lastMs });
    }
    this.#forgetGone(senders);
    this.#byId = new Map(senders.map((sender) => [sender.id, sender]));
    return { all, senders, byId: this.#byId, content: [own.join(' '), ...all.map(contentOf)] };
  }

  /** What was seen long ago makes room: a network may have any number of names over time. */
  #forgetGone(senders: readonly Sender[]): void {
    if (this.#seen.size <= 4 * mostSlots) return;
    const here = new Set(senders.map(({ name, address }) => keyOf(name, address)));
    for (const key of this.#seen.keys()) if (!here.has(key)) this.#seen.delete(key);
  }
}

const keyOf = (name: string, address: string) => `${name}\n${address}`;

function areSame<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length === others.length && some.every((each, place) => each === others[place]);
}

/** By name; of two devices with one name each has its address in the id, and so has one whose name is an id already. */
function sendersOf(
  all: readonly Session[],
  own: readonly string[],
  before: ReadonlyMap<string, Sender>,
): readonly Sender[] {
  const groups = new Map<string, Session[]>();
  for (const session of all) {
    if (session.ours) continue;
    const key = keyOf(nameOf(session), session.address);
    groups.set(key, [...(groups.get(key) ?? []), session]);
  }
  const found = [...groups.values()].map((sessions) => {
    const first = sessions[0] as Session;
    return { name: nameOf(first), address: first.address, sessions: sessions.sort(byNameAndId) };
  });
  found.sort((a, b) => compared(a.name, b.name) || compared(a.address, b.address));
  const reserved = new Set([...own, sessionsName]);
  const counts = new Map<string, number>();
  for (const { name } of found) counts.set(slugOf(name), (counts.get(slugOf(name)) ?? 0) + 1);
  const taken = new Set(reserved);
  return found.map((facts) => {
    const slug = slugOf(facts.name);
    const isFree = counts.get(slug) === 1 && !reserved.has(slug);
    const wanted = isFree ? slug : `${slug}-${slugOf(facts.address)}`;
    let id = wanted;
    for (let next = 2; taken.has(id); next += 1) id = `${wanted}-${next}`;
    taken.add(id);
    const known = before.get(id);
    const isKnown = known?.name === facts.name && known.address === facts.address;
    return isKnown && areSame(known.sessions, facts.sessions) ? known : new Sender({ ...facts, id });
  });
}

const nameOf = ({ device, address }: Session) => plain(device) || address || 'device';

/** Of a device by its name, or its address: URL-safe. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug.slice(0, 64) || 'device';
}

const byNameAndId = (a: Session, b: Session) => compared(a.name, b.name) || compared(a.id, b.id);
const compared = (a: string, b: string) => (a < b ? -1 : Number(a > b));
