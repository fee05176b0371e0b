// A ptp4l at the other end of a socket, as far as the observer asks one: what its data sets say is for a test to change. The
// bytes are put together here by IEEE 1588-2008 (13.3, 15.4, 15.5.3), apart from the code under test.

import type { Timers } from '../timers.ts';
import type { PtpSocket } from './observer.ts';

export const path = '/run/ptp4l';
export const ownId = '82-5C-70-FF-FE-61-12-7D';
export const masterId = 'BE-A9-B2-FF-FE-88-BB-97';

export const states = { faulty: 2, listening: 4, master: 6, uncalibrated: 8, slave: 9 };

export interface Clock {
  domain: number;
  /** 1 to 9 */
  portState: number;
  announceLog: number;
  syncLog: number;
  grandmasterId: string;
  isPresent: boolean;
  offsetNs: bigint;
  ingressNs: bigint;
  delayNs: number;
  utcOffsetS: number;
  /** 4: the offset is valid; 8: the time of PTP. */
  timeFlags: number;
}

const bytesOf = (id: string) => id.split('-').map((byte) => Number.parseInt(byte, 16));

/** Big-endian numbers of so many bytes, one behind the other. */
export function packed(...parts: readonly (readonly [value: bigint | number, bytes: number])[]): readonly number[] {
  return parts.flatMap(([value, count]) => {
    const whole = BigInt.asUintN(count * 8, BigInt(value));
    return Array.from({ length: count }, (_, place) => Number((whole >> BigInt(8 * (count - 1 - place))) & 0xffn));
  });
}

function dataOf(id: number, clock: Clock): readonly number[] | undefined {
  const gm = bytesOf(clock.grandmasterId);
  const own = bytesOf(ownId);
  switch (id) {
    case 0x2000:
      return [...packed([3, 1], [0, 1], [1, 2], [200, 1], [0xfffeffff, 4], [128, 1]), ...own, clock.domain, 0];
    case 0x2001:
      return packed([1, 2], [clock.offsetNs << 16n, 8], [BigInt(Math.round(clock.delayNs * 65536)), 8]);
    case 0x2002:
      return [...gm, ...packed([1, 2], [0, 2], [0xffff7fffffff, 6], [100, 1], [0xf8feffff, 4], [128, 1]), ...gm];
    case 0x2003:
      return packed([clock.utcOffsetS, 2], [clock.timeFlags, 1], [0xa0, 1]);
    case 0x2004:
      return [
        ...own,
        ...packed([1, 2], [clock.portState, 1], [-1, 1], [0, 8], [clock.announceLog, 1], [3, 1], [clock.syncLog, 1]),
        ...packed([1, 1], [0, 1], [2, 1]),
      ];
    case 0xc000:
      return [
        ...packed([clock.offsetNs, 8], [clock.ingressNs, 8], [0, 4], [0, 4], [0, 2], [0, 12]),
        ...packed([clock.isPresent ? 1 : 0, 4]),
        ...gm,
      ];
    default:
      return undefined;
  }
}

/** The answer of a ptp4l to a request. */
export function answerOf(request: Uint8Array, clock: Clock): Uint8Array {
  const view = new DataView(request.buffer, request.byteOffset);
  const data = dataOf(view.getUint16(52), clock) ?? [];
  const bytes = Uint8Array.from([
    ...packed([0x0d02, 2], [54 + data.length, 2], [clock.domain, 1], [0, 15]),
    ...bytesOf(ownId),
    ...packed([1, 2], [view.getUint16(30), 2], [0x047f, 2]),
    ...request.subarray(20, 30),
    ...packed([0, 2], [2, 1], [0, 1], [1, 2], [2 + data.length, 2], [view.getUint16(52), 2]),
    ...data,
  ]);
  return bytes;
}

export class Ptp4lDouble implements PtpSocket {
  readonly clock: Clock = {
    ...{ domain: 0, portState: states.slave, announceLog: 0, syncLog: -3, grandmasterId: masterId, isPresent: true },
    ...{ offsetNs: -105n, ingressNs: 1_795_445_164_074_836_635n, delayNs: 2258.5, utcOffsetS: 37, timeFlags: 12 },
  };
  /** Messages of Sync arrive: the ingress time moves with the clock of the test. */
  isFed = true;
  /** What a send ends in; '' for an answer. */
  error = '';
  from = path;
  isClosed = false;
  /** What has arrived and was not taken yet. */
  readonly waiting: { from: string; bytes: Uint8Array; isTruncated: boolean }[] = [];
  readonly #timers: Pick<Timers, 'nowMs'>;

  constructor(timers: Pick<Timers, 'nowMs'>) {
    this.#timers = timers;
  }

  send(bytes: Uint8Array, _to: string): string {
    if (this.error !== '') return this.error;
    if (bytes[4] !== this.clock.domain) return '';
    const ingressNs = this.isFed ? BigInt(Math.round(this.#timers.nowMs() * 1e6)) : this.clock.ingressNs;
    this.clock.ingressNs = ingressNs;
    this.waiting.push({ from: this.from, bytes: answerOf(bytes, this.clock), isTruncated: false });
    return '';
  }

  receive() {
    return this.waiting.shift() ?? null;
  }

  close(): void {
    this.isClosed = true;
  }
}
