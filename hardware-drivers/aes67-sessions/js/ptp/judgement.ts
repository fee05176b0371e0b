// Whether the clock of this computer is that of the network. ptp4l's own word is not enough: a port may stay SLAVE of a
// grandmaster from which nothing arrives, and a clock that follows a ghost drifts like one that follows none.
import { Approach } from './approach.ts';
import { Calibration } from './calibration.ts';
import type { DefaultDataSet, PortDataSet, TimeProperties, TimeStatus } from './data-sets.ts';
import type { Ptp } from './ptp.ts';

/** What ptp4l says at one moment. */
export interface Said {
  /** Undefined before the first answer. */
  readonly own: DefaultDataSet | undefined;
  readonly ports: readonly PortDataSet[];
  readonly grandmasterId: string;
  readonly meanPathDelayNs: number | null;
  readonly timeProperties: TimeProperties | undefined;
  readonly timeStatus: TimeStatus | undefined;
}

export type Judged = Omit<Ptp, 'lastChangeAt' | 'domain'>;

/** Announcements that may be missing (the default of announceReceiptTimeout, IEEE 1588-2008 annex J.3.2). */
const missedAnnouncements = 3;
/** Within 5 s of its end a clock is said to be lost, however seldom its grandmaster announces itself. */
const leastStaleMs = 2000;
const mostStaleMs = 3000;
/** Of a grandmaster that sends Sync more seldom than that. */
const missedSyncs = 3;
/** A clock that is further off is no common one: a packet of 1 ms would be at another place. */
const mostOffsetNs = 1_000_000;
/** While the devices of the network change over to this computer's time, the time that they had is lost. */
const takeoverMs = 30_000;
const noNearer =
  ', and comes no nearer: another program may set it too (chrony, systemd-timesyncd), or ptp4l may not step it (step_threshold).';
/** TAI less UTC since 2017. */
const defaultUtcOffsetS = 37;

/** From the best: a clock with several ports follows one of them. */
const preferred = ['slave', 'uncalibrated', 'master', 'pre-master', 'passive', 'listening'];

export class Judgement {
  readonly #followerOption: () => string;
  readonly #calibration = new Calibration();
  readonly #approach = new Approach();
  /** The grandmaster that was followed last, '' for none. */
  #followed = '';
  #lostSinceMs: number | undefined;
  #utcOffsetS = defaultUtcOffsetS;
  #ingressNs: bigint | undefined;
  /** When the ingress time was seen to move, or was first seen. */
  #movedMs = 0;
  #hasMoved = false;

  /** `followerOption`: the word of ptp4l's configuration by which it never gives the time. */
  constructor(followerOption: () => string) {
    this.#followerOption = followerOption;
  }

  /** Another domain, another clock. */
  forget(): void {
    this.#followed = '';
    this.#lostSinceMs = undefined;
    this.#utcOffsetS = defaultUtcOffsetS;
    this.#forgetIngress();
  }

  /** ptp4l does not answer, for this reason. Its next word is compared with nothing that was before. */
  unobserved(reason: string): Judged {
    this.#forgetIngress();
    this.#calibration.end();
    this.#approach.end();
    return this.#of('unobserved', '', { reason });
  }

  /** `nowMs`: monotonic. */
  judge(said: Said, nowMs: number): Judged {
    this.#follow(said, nowMs);
    const port = portOf(said.ports);
    const { own } = said;
    if (own === undefined || port === undefined) return this.unobserved('ptp4l begins to answer.');
    if (port.state !== 'uncalibrated') this.#calibration.end();
    if (port.state === 'slave') return this.#slave(said, port, nowMs);
    this.#approach.end();
    this.#forgetIngress();
    if (port.state === 'uncalibrated') return this.#uncalibrated(said, nowMs);
    if (port.state === 'master' && said.grandmasterId === own.clockId) return this.#master(said, own.clockId, nowMs);
    return this.#without(port.state, nowMs);
  }

  #uncalibrated(said: Said, nowMs: number): Judged {
    this.#takeUtcOffset(said.timeProperties);
    const begins = `ptp4l begins to follow ${said.grandmasterId}; it measures the way to it.`;
    return this.#of('locking', said.grandmasterId, { reason: this.#calibration.lasts(said, nowMs) || begins });
  }

  #slave(said: Said, port: PortDataSet, nowMs: number): Judged {
    const { timeStatus, grandmasterId, meanPathDelayNs } = said;
    const staleMs = staleAfterMs(port);
    const silentMs = nowMs - this.#movedMs;
    const isPresent = timeStatus?.isGrandmasterPresent === true;
    if (silentMs > staleMs || !isPresent) {
      this.#lose(grandmasterId, nowMs);
      const reason = isPresent
        ? `ptp4l follows ${grandmasterId}, and nothing arrives from it any more. Look at the grandmaster and the switches between.`
        : `ptp4l follows ${grandmasterId}, which it has not heard.`;
      return this.#of('lost', this.#followed, { reason });
    }
    this.#takeUtcOffset(said.timeProperties);
    const { offsetNs } = timeStatus;
    const figures = { offsetNs, meanPathDelayNs };
    if (!this.#hasMoved) {
      return this.#of('locking', grandmasterId, {
        ...figures,
        reason: `ptp4l follows ${grandmasterId}; its next message is awaited.`,
      });
    }
    if (Math.abs(offsetNs) > mostOffsetNs) {
      const isStuck = this.#approach.isStuck(grandmasterId, offsetNs, nowMs);
      const reason = `The clock is ${(offsetNs / 1e6).toFixed(1)} ms off ${grandmasterId}${isStuck ? noNearer : ', and ptp4l moves it there.'}`;
      return this.#of('locking', grandmasterId, { ...figures, reason });
    }
    this.#approach.end();
    this.#followed = grandmasterId;
    this.#lostSinceMs = undefined;
    return this.#of('locked', grandmasterId, { ...figures, reason: '' });
  }

  #master({ timeProperties }: Said, ownId: string, nowMs: number): Judged {
    const gives = 'This computer gives the time of the network: ptp4l hears no better clock.';
    if (this.#followed === '' || this.#followed === ownId) {
      this.#takeUtcOffset(timeProperties);
      return this.#of('master', ownId, { reason: gives });
    }
    this.#lose(this.#followed, nowMs);
    const before = this.#followed;
    if (nowMs - (this.#lostSinceMs ?? nowMs) < takeoverMs) {
      const reason = `The grandmaster ${before} is gone. This computer gives the time now, and the others change over to it.`;
      return this.#of('lost', before, { reason });
    }
    this.#followed = ownId;
    this.#lostSinceMs = undefined;
    this.#takeUtcOffset(timeProperties);
    return this.#of('master', ownId, { reason: gives });
  }

  #without(portState: string, nowMs: number): Judged {
    const why = whyNone.get(portState) ?? 'ptp4l hears no grandmaster';
    if (this.#followed === '') {
      const reason = `${why}: a clock of the network must announce itself in this domain, or ptp4l may give the time itself (${this.#followerOption()} 0).`;
      return this.#of('listening', '', { reason });
    }
    this.#lose(this.#followed, nowMs);
    const reason = `${why}, since ${this.#followed} is gone. Look at the grandmaster and the switches between.`;
    return this.#of('lost', this.#followed, { reason });
  }

  #lose(grandmasterId: string, nowMs: number): void {
    this.#followed = this.#followed === '' ? grandmasterId : this.#followed;
    this.#lostSinceMs ??= nowMs;
  }

  #follow({ timeStatus }: Said, nowMs: number): void {
    if (timeStatus === undefined || timeStatus.ingressNs === this.#ingressNs) return;
    this.#hasMoved = this.#ingressNs !== undefined;
    this.#ingressNs = timeStatus.ingressNs;
    this.#movedMs = nowMs;
  }

  #forgetIngress(): void {
    this.#ingressNs = undefined;
    this.#hasMoved = false;
  }

  /**
   * A grandmaster whose time counts from anywhere (ARB, which ptp4l gives with time stamps of software) is followed by
   * CLOCK_REALTIME as it is. Else what is not said to be valid is what it has been since 2017. A clock that is lost keeps its
   * offset: what ptp4l says then is its own, and a step would be heard.
   */
  #takeUtcOffset(properties: TimeProperties | undefined): void {
    if (properties === undefined) return;
    const { isPtpTimescale, isUtcOffsetValid, utcOffsetS } = properties;
    if (!isPtpTimescale) this.#utcOffsetS = 0;
    else this.#utcOffsetS = isUtcOffsetValid ? utcOffsetS : defaultUtcOffsetS;
  }

  #of(state: Ptp['state'], grandmasterId: string, also: Partial<Judged> & Pick<Ptp, 'reason'>): Judged {
    const none = { offsetNs: null, meanPathDelayNs: null, stale: state === 'lost' };
    return { state, grandmasterId, ...none, utcOffsetS: this.#utcOffsetS, ...also };
  }
}

function staleAfterMs({ announceIntervalMs, syncIntervalMs }: PortDataSet): number {
  const announced = Math.min(Math.max(missedAnnouncements * announceIntervalMs, leastStaleMs), mostStaleMs);
  return Math.max(announced, missedSyncs * syncIntervalMs);
}

const whyNone = new Map([
  ['faulty', 'The port of ptp4l has a fault: its interface is down, or gone'],
  ['disabled', 'The port of ptp4l is switched off'],
  ['initializing', 'ptp4l starts'],
]);

function portOf(ports: readonly PortDataSet[]): PortDataSet | undefined {
  const place = ({ state }: PortDataSet) => (preferred.includes(state) ? preferred.indexOf(state) : preferred.length);
  return [...ports].sort((a, b) => place(a) - place(b) || a.portNumber - b.portNumber)[0];
}
