// Observes ptp4l by management messages over its Unix socket: asks twice a second, reads what has come a moment later. It
// sets nothing there.

import type { Timers } from '../timers.ts';
import { type DataSets, dataSetIn, type PortDataSet } from './data-sets.ts';
import { type Judged, Judgement, type Said } from './judgement.ts';
import { answerIn, managementIds, requestOf } from './management.ts';
import type { Ptp } from './ptp.ts';

/** A way to ptp4l, by path. */
export interface PtpSocket {
  /** '' where it was sent, else the name of the error. */
  send(bytes: Uint8Array, to: string): string;
  receive(): { readonly from: string; readonly bytes: Uint8Array; readonly isTruncated: boolean } | null;
  close(): void;
}

export interface ObserverNeeds {
  /** Binds a socket of this process. Throws Error in words. */
  readonly open: () => PtpSocket;
  /** Paths at which ptp4l may answer; the first that takes a message is asked. */
  readonly servers: readonly string[];
  /** A datagram from `from` is from `server`: the same file by two names. */
  readonly isSame: (from: string, server: string) => boolean;
  readonly timers: Timers;
  /** The word of ptp4l's configuration by which it never gives the time. */
  readonly followerOption: () => string;
  /** Called for each datagram that is no answer to what was asked. */
  readonly refused: () => void;
}

const intervalMs = 500;
/** ptp4l answers within a millisecond. */
const readAfterMs = 50;
/** Without an answer for this long nothing is known. */
const silenceMs = 3000;
/** Of one look: more than ptp4l with all its ports sends. */
const mostDatagrams = 256;
const mostPorts = 32;
/** Domains beside its own in which ptp4l is looked for at each look; a Unix socket queues some 10 messages. */
const otherDomains = 3;
const domains = 128;

const asked = Object.values(managementIds);

export class PtpObserver {
  readonly #needs: ObserverNeeds;
  readonly #judgement: Judgement;
  readonly #stopAsking: () => void;
  #stopReading = () => {};
  #socket: PtpSocket | undefined;
  /** The domain that is asked for. */
  #domain: number;
  /** Another domain in which ptp4l answered, while it does not in the one that is asked for. */
  #other: number | undefined;
  #nextOther = 0;
  #sequence = 0;
  /** Ids that were asked for since the last look but one, by sequence. */
  #open = new Map<number, { readonly id: number; readonly domain: number; readonly look: number }>();
  #look = 0;
  /** Why nothing could be asked; '' for nothing. */
  #fault = '';
  #server = '';
  #sets: DataSets = {};
  readonly #ports = new Map<number, { readonly port: PortDataSet; readonly atMs: number }>();
  #answeredMs = Number.NEGATIVE_INFINITY;
  #ptp: Ptp;

  constructor(needs: ObserverNeeds, domain: number) {
    this.#needs = needs;
    this.#domain = domain;
    this.#judgement = new Judgement(needs.followerOption);
    const judged = this.#judgement.unobserved('ptp4l has not answered yet.');
    this.#ptp = { domain, ...judged, lastChangeAt: this.#wallTime() };
    this.#ask();
    this.#stopAsking = needs.timers.every(intervalMs, () => this.#ask());
  }

  /** The same object until something changes. */
  get ptp(): Ptp {
    return this.#ptp;
  }

  /** Follows another domain from now on: nothing is known of it. */
  follow(domain: number): void {
    if (domain === this.#domain) return;
    this.#domain = domain;
    this.#other = undefined;
    this.#open.clear();
    this.#forget();
    this.#judgement.forget();
    this.#say(domain, this.#judgement.unobserved('ptp4l has not answered yet.'));
    this.#ask();
  }

  close(): void {
    this.#stopAsking();
    this.#stopReading();
    this.#socket?.close();
    this.#socket = undefined;
  }

  #ask(): void {
    const { timers } = this.#needs;
    this.#look += 1;
    this.#openSocket();
    for (const [sequence, { look }] of this.#open) if (look < this.#look - 1) this.#open.delete(sequence);
    // The path may be another one since ptp4l was started again.
    this.#server = '';
    for (const id of asked) this.#send(id, this.#domain);
    if (this.#isSilent()) this.#searchDomains();
    this.#stopReading();
    this.#stopReading = timers.after(readAfterMs, () => this.#read());
  }

  #openSocket(): void {
    if (this.#socket !== undefined) return;
    try {
      this.#socket = this.#needs.open();
      this.#fault = '';
    } catch (error) {
      this.#fault = (error as Error).message;
    }
  }

  #searchDomains(): void {
    if (this.#other !== undefined) this.#send(managementIds.defaultDataSet, this.#other);
    for (let n = 0; n < otherDomains; n++) {
      this.#nextOther = (this.#nextOther + 1) % domains;
      if (this.#nextOther !== this.#domain) this.#send(managementIds.defaultDataSet, this.#nextOther);
    }
  }

  #send(id: number, domain: number): void {
    if (this.#socket === undefined) return;
    this.#sequence = (this.#sequence + 1) % 65_536;
    const sequence = this.#sequence;
    const bytes = requestOf({ domain, sequence, portNumber, id });
    const servers = this.#server === '' ? this.#needs.servers : [this.#server];
    let first = '';
    for (const server of servers) {
      const error = this.#socket.send(bytes, server);
      if (error === '' || error === 'EAGAIN') {
        this.#server = server;
        this.#fault = '';
        this.#open.set(sequence, { id, domain, look: this.#look });
        return;
      }
      // A socket that is there and is refused says more than one that is not there.
      if (first === '' || first.startsWith('ENOENT')) first = `${error} ${server}`;
    }
    this.#fault = wordsOf(first);
  }

  #read(): void {
    const { timers } = this.#needs;
    for (let n = 0; n < mostDatagrams; n++) {
      const datagram = this.#receive();
      if (datagram === null) break;
      if (!this.#take(datagram)) this.#needs.refused();
    }
    const nowMs = timers.nowMs();
    for (const [number, { atMs }] of this.#ports) if (nowMs - atMs >= silenceMs) this.#ports.delete(number);
    if (this.#isSilent()) this.#sayUnobserved();
    else this.#say(this.#domain, this.#judgement.judge(this.#said(), nowMs));
  }

  #receive() {
    try {
      return this.#socket?.receive() ?? null;
    } catch {
      return null;
    }
  }

  /** False for what is no answer of ptp4l's to an open question. */
  #take({ from, bytes, isTruncated }: { from: string; bytes: Uint8Array; isTruncated: boolean }): boolean {
    const answer = isTruncated ? undefined : answerIn(bytes);
    const question = answer === undefined ? undefined : this.#open.get(answer.sequence);
    if (answer === undefined || question === undefined || answer.portNumber !== portNumber) return false;
    if (answer.id !== question.id || answer.domain !== question.domain) return false;
    if (!this.#needs.servers.some((server) => this.#needs.isSame(from, server))) return false;
    // An older ptp4l may not know a data set.
    if (answer.data === undefined) return true;
    const sets = dataSetIn(answer.id, answer.data);
    if (sets === undefined || (sets.default !== undefined && sets.default.domain !== answer.domain)) return false;
    if (answer.domain !== this.#domain) {
      this.#other = answer.domain;
      return true;
    }
    const atMs = this.#needs.timers.nowMs();
    const { port } = sets;
    if (port !== undefined) {
      if (!this.#ports.has(port.portNumber) && this.#ports.size >= mostPorts) return false;
      this.#ports.set(port.portNumber, { port, atMs });
    } else this.#sets = { ...this.#sets, ...sets };
    this.#answeredMs = atMs;
    this.#other = undefined;
    return true;
  }

  #said(): Said {
    const { default: own, current, parent, timeProperties, timeStatus } = this.#sets;
    return {
      ...{ own, timeProperties, timeStatus, ports: [...this.#ports.values()].map(({ port }) => port) },
      grandmasterId: parent?.grandmasterId ?? '',
      meanPathDelayNs: current?.meanPathDelayNs ?? null,
    };
  }

  #isSilent(): boolean {
    return this.#needs.timers.nowMs() - this.#answeredMs >= silenceMs;
  }

  #sayUnobserved(): void {
    this.#forget();
    const { servers } = this.#needs;
    if (this.#other !== undefined && this.#fault === '') {
      const reason = `ptp4l runs in PTP domain ${this.#other}, and ptpDomain of /net is ${this.#domain}: they must be the same (domainNumber in the configuration of ptp4l).`;
      this.#say(this.#other, { ...this.#judgement.unobserved(reason), state: 'listening' });
      return;
    }
    const silent = `ptp4l does not answer at ${this.#server || servers.join(', ')} in domain ${this.#domain}.`;
    this.#say(this.#domain, this.#judgement.unobserved(this.#fault || silent));
  }

  #forget(): void {
    this.#sets = {};
    this.#ports.clear();
    this.#answeredMs = Number.NEGATIVE_INFINITY;
  }

  #say(domain: number, judged: Judged): void {
    const { lastChangeAt, ...before } = this.#ptp;
    const now = { domain, ...judged };
    const names = Object.keys(now) as (keyof typeof now)[];
    if (names.every((name) => now[name] === before[name])) return;
    const isChange = now.state !== before.state || now.grandmasterId !== before.grandmasterId;
    this.#ptp = { ...now, lastChangeAt: isChange ? this.#wallTime() : lastChangeAt };
  }

  #wallTime(): string {
    return new Date(this.#needs.timers.wallMs()).toISOString();
  }
}

/** Any but 0: of the one that asks. */
const portNumber = 1;

/** Of an error and the path where it came. */
function wordsOf(fault: string): string {
  const [code = '', path = ''] = fault.split(' ', 2);
  if (code === 'ENOENT') {
    return `ptp4l does not run: there is no ${path}. Install linuxptp (sudo apt-get install linuxptp) and start ptp4l on the audio interface; docs/net.md says how.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `ptp4l runs, and this user may not write to ${path}; docs/net.md has the lines that give the desk the right.`;
  }
  if (code === 'ECONNREFUSED') {
    return `ptp4l has ended, and left ${path}: start it again (sudo systemctl restart ptp4l@INTERFACE).`;
  }
  return `ptp4l can't be asked at ${path}: ${code}.`;
}
