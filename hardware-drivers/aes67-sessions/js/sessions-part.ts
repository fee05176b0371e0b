// Sessions: what the network announces in `/netaudio/sessions/{slot}`, and what the desk announces of `/netaudio/{id}`.
import { createSocket } from 'node:dgram';
import { hostname, networkInterfaces } from 'node:os';
import type { DriverContext, Reading, Value } from 'rowdesk/driver';
import { isInSubnet } from './address.ts';
import { announcementsOf } from './announcements.ts';
import type { Counters } from './counters.ts';
import { areSame, type InterfaceList, interfaceNamed, type LocalInterface } from './interfaces.ts';
import { keptIn } from './kept-sessions.ts';
import { type LastVersion, lastVersionIn } from './last-version.ts';
import { Neighbours } from './mdns/neighbours.ts';
import { OpenNetwork } from './open-network.ts';
import { OwnSessions } from './own-sessions.ts';
import type { Part } from './part.ts';
import { Refusals } from './refusals.ts';
import { describe } from './rtsp/client.ts';
import { SapReceiver } from './sap/receiver.ts';
import type { CreateSocket } from './sap/sockets.ts';
import type { Announcement } from './session.ts';
import { SessionTable } from './session-table.ts';
import type { NetworkSettings } from './settings.ts';
import { systemTimers, type Timers } from './timers.ts';

export interface SessionsParts {
  readonly counters: Counters;
  readonly timers: Timers;
  readonly create: CreateSocket;
  readonly list: () => InterfaceList;
  readonly hostName: string;
  /** 0 to 1 */
  readonly random: () => number;
  readonly log: DriverContext['log'];
  readonly lastVersion: LastVersion;
}

/** How often interfaces are looked at, and how often what is due is sent. */
const lookEveryMs = 1_000;
const tickEveryMs = 250;
const mostBoxes = 16;
const ofBox = /^\/netaudio\/([A-Za-z0-9][A-Za-z0-9._~:-]{0,63})$/;

export class SessionsPart implements Part {
  readonly #parts: SessionsParts;
  readonly #table = new SessionTable((address, other) =>
    [...this.#known.values()].some((each) => isInSubnet(address, each) && isInSubnet(other, each)),
  );
  readonly #refusals = new Refusals();
  readonly #own: OwnSessions;
  readonly #receiver: SapReceiver;
  /** By path. */
  readonly #announced = new Map<string, Reading>();
  readonly #kept = new Map<string, Reading>();
  readonly #logged = new Set<string>();
  #neighbours: Neighbours;
  #names: readonly string[] = [];
  /** Interfaces as they last were: a description keeps the address of one that is away. */
  readonly #known = new Map<string, LocalInterface>();
  #network: OpenNetwork | undefined;
  #timers: readonly (() => void)[] = [];

  static open({ log, stateFolder }: Pick<DriverContext, 'log' | 'stateFolder'>, counters: Counters): SessionsPart {
    const [hostName = ''] = hostname().split('.');
    const system = { timers: systemTimers, create: createSocket, list: networkInterfaces, random: Math.random };
    const lastVersion = lastVersionIn(stateFolder, (message) => log('warn', message));
    return new SessionsPart({ ...system, counters, hostName, log, lastVersion });
  }

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    const { counters, lastVersion, timers } = parts;
    this.#own = new OwnSessions(() => timers.wallMs(), lastVersion);
    this.#receiver = new SapReceiver({
      ...{ table: this.#table, counters, refusals: this.#refusals, timers },
      isOurs: (description) => this.#own.includes(description),
      log: (message) => this.#log(message),
    });
    this.#neighbours = this.#newNeighbours();
  }

  configure({ audioInterface, secondAudioInterface }: NetworkSettings): void {
    const names = [...new Set([audioInterface, secondAudioInterface])].filter(
      (name) => name !== '' && audioInterface !== '',
    );
    if (names.join(' ') === this.#names.join(' ')) return;
    // A name that is taken back, unlike an interface that fails, ends what the desk sends there.
    this.#network?.announce(new Map());
    this.#network?.close();
    this.#network = undefined;
    this.#receiver.clear();
    this.#refusals.clear();
    this.#neighbours.close();
    this.#neighbours = this.#newNeighbours();
    this.#known.clear();
    this.#names = names;
    const { timers } = this.#parts;
    for (const stop of this.#timers) stop();
    this.#timers =
      names.length === 0
        ? []
        : [timers.every(lookEveryMs, () => this.#look()), timers.every(tickEveryMs, () => this.#tick())];
    if (names.length > 0) this.#look();
  }

  takes({ path, field }: Value): boolean {
    return (field === 'announced' || field === 'kept') && ofBox.test(path);
  }

  apply(values: readonly Value[]): readonly Reading[] {
    const refused = values.flatMap(({ path, field, value }): Reading[] => {
      try {
        const taken = field === 'kept' ? this.#kept : this.#announced;
        if (field === 'kept') keptIn(value);
        else announcementsOf(value);
        if (!taken.has(path) && taken.size >= mostBoxes) throw new Error(`at most ${mostBoxes} boxes have streams`);
        taken.set(path, { path, field, value, state: 'applied' });
        return [];
      } catch (error) {
        return [{ path, field, value, state: 'refused', reason: (error as Error).message }];
      }
    });
    this.#table.keep([...this.#kept.values()].flatMap(({ value }) => keptIn(value)));
    if (values.some(({ field }) => field === 'announced') && refused.length < values.length) this.#announce();
    return refused;
  }

  /** SAP has no question: what is announced by it comes by itself. */
  scan(): void {
    this.#neighbours.scan();
  }

  observe(): readonly Reading[] {
    const of = [...this.#announced.values(), ...this.#kept.values()];
    return [...this.#table.observe(), this.#table.crowd, this.#refusals.observe(), ...of];
  }

  /** Deletes by SAP and takes back by mDNS what is announced; resolves once it is sent. */
  async soundEnds(): Promise<void> {
    this.#announced.clear();
    this.#announce();
    // Node hands a packet to the kernel one turn after it is sent.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /**
   * Sends no deletion: the process ends for an update or a fault while the audio process plays on, and a receiver that lets
   * go of a stream that sounds would be silent for nothing.
   */
  close(): void {
    for (const stop of this.#timers) stop();
    this.#network?.close();
    this.#network = undefined;
    this.#neighbours.close();
  }

  #newNeighbours(): Neighbours {
    const { counters, timers } = this.#parts;
    return new Neighbours({
      ...{ table: this.#table, counters, refusals: this.#refusals, timers },
      isOurs: (description) => this.#own.includes(description),
      describe: (question) => describe(question, timers),
      log: (message) => this.#log(message),
    });
  }

  /** An interface that comes is opened, one that left or has another address is closed. */
  #look(): void {
    const list = this.#parts.list();
    const found = this.#names.flatMap((name) => interfaceNamed(name, list) ?? []);
    for (const each of found) this.#known.set(each.name, each);
    if (areSame(found, this.#network?.interfaces ?? [])) return;
    this.#network?.close();
    this.#network = undefined;
    const [first, ...others] = found;
    if (first) this.#open([first, ...others]);
  }

  #open(interfaces: readonly [LocalInterface, ...LocalInterface[]]): void {
    this.#network = new OpenNetwork(interfaces, {
      ...this.#parts,
      receiver: this.#receiver,
      neighbours: this.#neighbours,
      log: (message) => this.#log(message),
    });
    this.#announce();
  }

  #announce(): void {
    if (!this.#network) return;
    const announcements = [...this.#announced.values()].flatMap(({ path, value }) => {
      const box = ofBox.exec(path)?.[1];
      return (value as readonly Announcement[]).map((each): [string, Announcement] => [`${box}/${each.id}`, each]);
    });
    const interfaces = this.#names.flatMap((name) => this.#known.get(name) ?? []);
    this.#network.announce(this.#own.describe(new Map(announcements), interfaces));
  }

  #tick(): void {
    this.#table.expire(this.#parts.timers.nowMs());
    this.#receiver.expire();
    this.#neighbours.tick();
    this.#network?.tick();
  }

  /** What a sender repeats every few seconds is logged once. */
  #log(message: string): void {
    if (this.#logged.size >= 256) this.#logged.clear();
    if (this.#logged.has(message)) return;
    this.#logged.add(message);
    this.#parts.log('info', message);
  }
}
