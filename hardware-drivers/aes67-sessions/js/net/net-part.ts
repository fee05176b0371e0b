// The part of the target `network` that observes: the interfaces always, the clock of the network once an audio interface is
// chosen.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverContext, Reading } from 'rowdesk/driver';
import type { Counters } from '../counters.ts';
import { loadNative } from '../native.ts';
import type { Part } from '../part.ts';
import { followerOption, installedVersion } from '../ptp/linuxptp.ts';
import { PtpObserver, type PtpSocket } from '../ptp/observer.ts';
import type { Ptp } from '../ptp/ptp.ts';
import { type NetworkSettings, netPath } from '../settings.ts';
import { systemTimers, type Timers } from '../timers.ts';
import { interfacesIn, type NetworkInterface, systemSources } from './interfaces.ts';

export interface NetPartNeeds {
  readonly counters: Pick<Counters, 'count'>;
  readonly timers: Timers;
  readonly interfaces: () => readonly NetworkInterface[];
  /** Throws Error in words. */
  readonly openSocket: () => PtpSocket;
  readonly servers: readonly string[];
  readonly isSame: (from: string, server: string) => boolean;
  readonly followerOption: () => string;
}

/** At the earliest: the target is observed more often after a change. */
const interfacesEveryMs = 500;
/** The one that linuxptp 4 has for everybody, which answers and takes nothing; then the one that takes settings as well. */
const usualServers = ['/run/ptp4lro', '/run/ptp4l'];

export class NetPart implements Part {
  readonly #needs: NetPartNeeds;
  #observer: PtpObserver | undefined;
  #domain = 0;
  #interfaces: Reading | undefined;
  #interfacesMs = Number.NEGATIVE_INFINITY;
  #ptp: Reading | undefined;

  constructor(needs: NetPartNeeds) {
    this.#needs = needs;
  }

  static open({ config, runtimeFolder }: Pick<DriverContext, 'config' | 'runtimeFolder'>, counters: Counters): NetPart {
    const own = typeof config?.ptp4lSocket === 'string' ? config.ptp4lSocket : '';
    let version: number | undefined;
    void installedVersion().then((installed) => {
      version = installed;
    });
    return new NetPart({
      followerOption: () => followerOption(version),
      ...{ counters, timers: systemTimers, isSame, servers: own === '' ? usualServers : [own] },
      interfaces: () => interfacesIn({ ...systemSources, links: () => loadNative().links() }),
      openSocket: () => openSocket(runtimeFolder),
    });
  }

  configure({ audioInterface, secondAudioInterface, ptpDomain }: NetworkSettings): void {
    this.#domain = ptpDomain;
    if (audioInterface === '' && secondAudioInterface === '') {
      this.#observer?.close();
      this.#observer = undefined;
      return;
    }
    const { counters, openSocket: open, ...needs } = this.#needs;
    const refused = () => counters.count('ptpRefused');
    this.#observer ??= new PtpObserver({ ...needs, open, refused }, ptpDomain);
    this.#observer.follow(ptpDomain);
  }

  takes(): boolean {
    return false;
  }

  apply(): readonly Reading[] {
    return [];
  }

  observe(): readonly Reading[] {
    const ptp = this.#observer?.ptp;
    const known = this.#ptp?.value as Ptp | undefined;
    if (ptp !== undefined ? ptp !== known : known === undefined || !isOff(known, this.#domain)) {
      this.#ptp = readingOf('ptp', ptp ?? off(this.#domain, this.#needs.timers));
    }
    return [this.#ptp as Reading, this.#observeInterfaces()];
  }

  close(): void {
    this.#observer?.close();
    this.#observer = undefined;
  }

  #observeInterfaces(): Reading {
    const nowMs = this.#needs.timers.nowMs();
    if (this.#interfaces !== undefined && nowMs - this.#interfacesMs < interfacesEveryMs) return this.#interfaces;
    this.#interfacesMs = nowMs;
    const value = this.#read();
    const isSameAgain = JSON.stringify(value) === JSON.stringify(this.#interfaces?.value);
    if (this.#interfaces === undefined || !isSameAgain) this.#interfaces = readingOf('interfaces', value);
    return this.#interfaces;
  }

  #read(): readonly NetworkInterface[] {
    try {
      return this.#needs.interfaces();
    } catch {
      return [];
    }
  }
}

const offReason = 'The clock of the network is observed once audioInterface of /net is chosen.';

function off(domain: number, timers: Timers): Ptp {
  return {
    ...{ domain, state: 'unobserved', grandmasterId: '', offsetNs: null, meanPathDelayNs: null, utcOffsetS: 37 },
    ...{ lastChangeAt: new Date(timers.wallMs()).toISOString(), stale: false, reason: offReason },
  };
}

const isOff = (ptp: Ptp, domain: number) => ptp.reason === offReason && ptp.domain === domain;

function readingOf(field: string, value: unknown): Reading {
  return { path: netPath, field, value, state: 'applied' };
}

function openSocket(runtimeFolder: string): PtpSocket {
  if (runtimeFolder === '') throw new Error('there is no folder for a socket to ptp4l');
  const { DatagramSocket } = loadNative();
  return new DatagramSocket(join(runtimeFolder, 'ptp.sock'));
}

/** ptp4l names itself by the path of its configuration, /var/run/ptp4l for /run/ptp4l. */
function isSame(from: string, server: string): boolean {
  if (from === server) return true;
  try {
    return from !== '' && realpathSync(from) === realpathSync(server);
  } catch {
    return false;
  }
}
