// For tests: the native part of a machine with some interfaces, where packets come as the test says.
import type {
  Native,
  NativeNetwork,
  NetworkSettings,
  ReceiveFigures,
  ReceiveOrder,
  TransmitOrder,
  Unopened,
} from './native.ts';

const none: ReceiveFigures = {
  ...{ packets: 0, lost: 0, late: 0, doubled: 0, reordered: 0, malformed: 0, foreign: 0, slips: 0, concealedFrames: 0 },
  outside: 0,
  ...{ overrun: 0, socketErrors: 0, pathPackets: [0, 0], pathLost: [0, 0], ssrc: 0, seenPacketFrames: 0 },
  ...{ transitP50Us: 0, transitP999Us: 0, transitMaxUs: 0, hasSignal: false, isLearned: false },
};

export class NetworkDouble implements NativeNetwork {
  /** Those that are there and have an address. */
  interfaces = new Set(['eth0', 'eth1']);
  /** An open interface is another one now. */
  stale = false;
  /** Addresses that the system refuses. */
  readonly refused = new Set<string>();
  readonly events: string[] = [];
  running: NetworkSettings | undefined;
  opened: readonly string[] = [];
  receives: readonly ReceiveOrder[] = [];
  transmits: readonly TransmitOrder[] = [];
  readonly #seen = new Map<string, ReceiveFigures>();

  /** Packets that came for an order, beside those before. */
  come({ id }: ReceiveOrder, figures: Partial<ReceiveFigures>): void {
    this.#seen.set(id, { ...(this.#seen.get(id) ?? none), ...figures });
  }

  start(_processor: object, settings: NetworkSettings): void {
    this.running = settings;
    this.events.push(`start ${settings.rateHz} ${settings.blockFrames} ${settings.utcOffsetS}`);
  }

  stop(): void {
    this.running = undefined;
    this.events.push('stop');
  }

  open(interfaces: readonly string[]): void {
    const missing = interfaces.find((name) => name !== '' && !this.interfaces.has(name));
    if (missing !== undefined) throw new Error(`${missing} has no IPv4 address`);
    this.opened = interfaces;
    this.stale = false;
    this.events.push(`open ${interfaces.join(',')}`);
  }

  isStale(): boolean {
    return this.stale;
  }

  receive(orders: readonly ReceiveOrder[]): readonly Unopened[] {
    this.receives = orders;
    return this.unopened().receive;
  }

  transmit(orders: readonly TransmitOrder[]): readonly Unopened[] {
    this.transmits = orders;
    return this.unopened().transmit;
  }

  unopened(): { readonly receive: readonly Unopened[]; readonly transmit: readonly Unopened[] } {
    return { receive: this.#refusedOf(this.receives), transmit: this.#refusedOf(this.transmits) };
  }

  setUtcOffset(seconds: number): void {
    this.events.push(`utc ${seconds}`);
  }

  enable(isEnabled: boolean): void {
    this.events.push(`enable ${isEnabled}`);
  }

  figures(): ReturnType<NativeNetwork['figures']> {
    const { rateHz: rate = 0, blockFrames: quantum = 0 } = this.running ?? {};
    return {
      ...{ rate, quantum, frames: 0, xruns: 0, lostFrames: 0, lastXrunNs: 0, blockUs: 0, blockMaxUs: 0 },
      ...{ wakeupJitterUs: 0, policy: 'SCHED_FIFO', priority: 80 },
    };
  }

  received(): ReturnType<NativeNetwork['received']> {
    return this.receives.map(({ id }) => ({ id, ...(this.#seen.get(id) ?? none) }));
  }

  transmitted(): ReturnType<NativeNetwork['transmitted']> {
    return this.transmits.map(({ id }) => ({ id, packets: 48, dropped: 0, reason: '' }));
  }

  clock(): ReturnType<NativeNetwork['clock']> {
    return { deviationPpm: 1.2345, steps: 1 };
  }

  work(): ReturnType<NativeNetwork['work']> {
    return { networkUs: 60, networkMaxUs: 300 };
  }

  #refusedOf(orders: readonly (ReceiveOrder | TransmitOrder)[]): readonly Unopened[] {
    return orders.flatMap(({ id, paths }): Unopened[] => {
      const refused = paths.filter(({ address }) => this.refused.has(address));
      const [first] = refused;
      if (first === undefined) return [];
      return [{ id, reason: `${first.address}: no such network`, isPartial: refused.length < paths.length }];
    });
  }
}

/** A native part whose one network is given. */
export function nativeWith(network: NetworkDouble): Native {
  return {
    Network: function make() {
      return network;
    } as unknown as Native['Network'],
  };
}
