// The sessions of the network in their slots. A session is heard in several ways, by SAP on each network and by mDNS; its
// origin joins them to one. Where the host of the origin itself is heard, no other sender of its network has a say. Slots are
// shared by address; a session that an input is subscribed to keeps its own.
import { createHash } from 'node:crypto';
import type { Reading } from 'rowdesk/driver';
import type { Description } from './sdp/parse.ts';
import type { Session, Via } from './session.ts';
import { giverOf, shares } from './shares.ts';

export const slotCount = 256;
/** Of a session as JSON. */
export const longestSession = 60_000;
const mostHearings = 8;
/** After the last session without a place, there is no crowd any more. */
const crowdMs = 60_000;

/** A session as heard in one way from one sender. */
export interface Hearing {
  readonly via: Via;
  /** The address that the packets or the answer came from. */
  readonly sender: string;
  readonly description: Description;
  /** The name of the sender's host; '' unknown. */
  readonly host: string;
  readonly ours: boolean;
  /** Unix time */
  readonly seenAtMs: number;
}

/** Why sessions found no place, or lost theirs: the address with the most of them. */
export interface Crowd {
  readonly address: string;
  readonly sessions: number;
  /** How many announcements found no place or took that of another session, since there is a crowd. */
  readonly without: number;
}

export class SessionTable {
  readonly #hearings = new Map<string, Map<string, Hearing>>();
  readonly #slots: (string | undefined)[] = Array.from({ length: slotCount }, () => undefined);
  readonly #readings: Reading[] = this.#slots.map((_none, index) => readingOf(index, null));
  #kept: ReadonlySet<string> = new Set();
  #crowd: Reading = crowdOf(null);
  /** Undefined until the next look. */
  #crowdedAtMs: number | undefined;
  readonly #areNeighbours: (address: string, other: string) => boolean;

  /** `areNeighbours`: whether both addresses belong to one network of the desk. */
  constructor(areNeighbours: (address: string, other: string) => boolean = () => false) {
    this.#areNeighbours = areNeighbours;
  }

  /** Takes a new or repeated hearing. Throws Error in words when there is no room for it; what was there before stays. */
  hear(hearing: Hearing): void {
    const id = sessionId(hearing.description);
    const before = this.#hearings.get(id);
    const hearings = new Map(before).set(wayOf(hearing), hearing);
    // The host itself is let in beside any number of others.
    const isNew = before?.has(wayOf(hearing)) !== true;
    if (isNew && !isOwn(hearing) && hearings.size > mostHearings) {
      throw new Error(`more than ${mostHearings} senders have this session`);
    }
    const session = this.#sessionOf(id, hearings);
    if (JSON.stringify(session).length > longestSession) {
      throw new Error(`it is longer than ${longestSession} characters`);
    }
    if (!before) this.#makeRoom(id, hearing);
    const slot = this.#slots.indexOf(before ? id : undefined);
    this.#hearings.set(id, hearings);
    this.#put(slot, session);
  }

  /** Sessions that find a place whenever they are announced, and lose it to no other. */
  keep(ids: Iterable<string>): void {
    this.#kept = new Set(ids);
  }

  has(id: string): boolean {
    return this.#hearings.has(id);
  }

  /** A session is gone when its last hearing is. */
  forget(hearing: Pick<Hearing, 'via' | 'sender' | 'description'>): void {
    const id = sessionId(hearing.description);
    const hearings = this.#hearings.get(id);
    if (!hearings?.delete(wayOf(hearing))) return;
    const slot = this.#slots.indexOf(id);
    if (hearings.size === 0) this.#hearings.delete(id);
    this.#put(slot, hearings.size === 0 ? null : this.#sessionOf(id, hearings));
  }

  /** Now and then, monotonic milliseconds. The crowd is over some time after the last session that found no place. */
  expire(nowMs: number): void {
    this.#crowdedAtMs ??= nowMs;
    if (this.#crowd.value !== null && nowMs - this.#crowdedAtMs > crowdMs) this.#crowd = crowdOf(null);
  }

  observe(): readonly Reading[] {
    return this.#readings;
  }

  get crowd(): Reading {
    return this.#crowd;
  }

  /** Throws Error in words where there is no place. */
  #makeRoom(id: string, { sender }: Hearing): void {
    if (this.#slots.includes(undefined)) return;
    const others = [...this.#hearings].filter(([other, hearings]) => !this.#kept.has(other) && !isOurs(hearings));
    const giver = giverOf(
      others.map(([, hearings]) => ownerOf(hearings)),
      { address: sender, isKept: this.#kept.has(id) },
    );
    this.#crowded();
    if (giver === undefined) throw new Error(`there are ${slotCount} sessions already`);
    // Its newest: what was there before a flood stays.
    const [gone] = others.findLast(([, hearings]) => ownerOf(hearings) === giver) as [string, unknown];
    this.#hearings.delete(gone);
    this.#put(this.#slots.indexOf(gone), null);
  }

  #crowded(): void {
    const [[address, sessions] = ['', 0]] = shares([...this.#hearings.values()].map(ownerOf));
    const before = (this.#crowd.value as Crowd | null)?.without ?? 0;
    this.#crowd = crowdOf({ address, sessions, without: before + 1 });
    this.#crowdedAtMs = undefined;
  }

  #sessionOf(id: string, hearings: ReadonlyMap<string, Hearing>): Session {
    const all = [...hearings.values()];
    const isStranger = (hearing: Hearing) =>
      !isOwn(hearing) && this.#areNeighbours(hearing.sender, hearing.description.origin.address);
    return sessionOf(id, all.some(isOwn) ? all.filter((hearing) => !isStranger(hearing)) : all);
  }

  #put(slot: number, session: Session | null): void {
    this.#slots[slot] = session?.id;
    this.#readings[slot] = readingOf(slot, session);
  }
}

export function sessionId({ origin }: Pick<Description, 'origin'>): string {
  return createHash('sha256').update(origin.key).digest('hex').slice(0, 16);
}

function wayOf({ via, sender }: Pick<Hearing, 'via' | 'sender'>): string {
  return `${via} ${sender}`;
}

/** From the host that the origin names. */
const isOwn = ({ sender, description }: Hearing) => sender === description.origin.address;

/** The first sender of the session: its place is one of that address. */
const ownerOf = (hearings: ReadonlyMap<string, Hearing>) => ([...hearings.values()] as [Hearing])[0].sender;
const isOurs = (hearings: ReadonlyMap<string, Hearing>) => [...hearings.values()].some(({ ours }) => ours);

/** The newest version stands, of equal ones that of the host itself, and then the first heard. */
function sessionOf(id: string, hearings: readonly Hearing[]): Session {
  const [newest] = hearings.toSorted(
    (a, b) =>
      compareVersions(b.description.origin.version, a.description.origin.version) ||
      Number(isOwn(b)) - Number(isOwn(a)),
  );
  const { description, sender } = newest as Hearing;
  const host = hearings.find((each) => each.host !== '')?.host;
  const address = description.origin.address || sender;
  return {
    id,
    name: description.name,
    device: host ?? address,
    ...{ address, sender },
    via: (['sap', 'mdns'] as const).filter((via) => hearings.some((each) => each.via === via)),
    streams: description.streams.map((stream, index) => ({ id: `${id}-${index + 1}`, ...stream })),
    version: description.origin.version,
    seenAtMs: Math.max(...hearings.map(({ seenAtMs }) => seenAtMs)),
    ours: hearings.some(({ ours }) => ours),
  };
}

/** Numerals of up to 20 digits. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [BigInt(one), BigInt(other)];
  return a < b ? -1 : Number(a > b);
}

function readingOf(slot: number, session: Session | null): Reading {
  return { path: `/netaudio/sessions/${slot + 1}`, field: 'session', value: session, state: 'applied' };
}

function crowdOf(value: Crowd | null): Reading {
  return { path: '/netaudio', field: 'crowd', value, state: 'applied' };
}
