// The clock of the network as this device has it: by the clock of the computer, which ptp4l disciplines.
import type { ClockGrade } from 'rowdesk/driver';
import type { Ptp, SenderClock } from './values.ts';

const unknown: Ptp = { state: 'unobserved', grandmasterId: '', domain: 0, reason: 'nothing is known of PTP yet' };

export class NetworkClock {
  #ptp = unknown;
  /** The last grandmaster of this domain; '' before the first. */
  #grandmaster = '';
  /** This computer has followed a grandmaster of this domain: without one its clock is in holdover. */
  #hasFollowed = false;

  take(ptp: Ptp): void {
    if (ptp.domain !== this.#ptp.domain) {
      this.#grandmaster = '';
      this.#hasFollowed = false;
    }
    this.#ptp = ptp;
    if (ptp.grandmasterId !== '') this.#grandmaster = ptp.grandmasterId;
    if (ptp.state === 'locked') this.#hasFollowed = true;
    if (ptp.state === 'master') this.#hasFollowed = false;
  }

  /** Of the description. That of a lost grandmaster stays. */
  get id(): string {
    return this.#grandmaster === '' ? 'ptp' : `ptp:${this.#grandmaster}`;
  }

  /** Without a grandmaster, and as the grandmaster itself, the computer paces. */
  get grade(): ClockGrade {
    return this.#ptp.state === 'locked' || this.fault !== '' ? 'network' : 'internal';
  }

  /** Why the clock is not that of the network while it should be; '' while it is. */
  get fault(): string {
    const { state, reason } = this.#ptp;
    const isHoldover = state === 'lost' || (this.#hasFollowed && state !== 'locked' && state !== 'master');
    if (!isHoldover) return '';
    const why = reason === '' ? `PTP is ${state}` : reason;
    return `The clock of the network is lost, and the clock of this computer goes on: ${why}`;
  }

  /** Why this is another clock than the device's, in words; '' where both are of one grandmaster. */
  differs({ kind, grandmasterId, domain }: SenderClock): string {
    const { state, reason, domain: ownDomain } = this.#ptp;
    if (kind !== 'ptp' || grandmasterId === '') return 'the sender names no grandmaster of PTP';
    if (state !== 'locked' && state !== 'master') {
      return `this computer follows no grandmaster${reason === '' ? '' : ` (${reason})`}`;
    }
    if (grandmasterId !== this.#grandmaster) {
      return `the sender follows the grandmaster ${grandmasterId}, this computer ${this.#grandmaster}`;
    }
    if (domain !== null && domain !== ownDomain) {
      return `the sender is in domain ${domain} of PTP, this computer in ${ownDomain}`;
    }
    return '';
  }
}
