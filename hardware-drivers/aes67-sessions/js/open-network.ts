// What is open while the audio interfaces are there: SAP on each of them, mDNS and RTSP on the first.
import { cameBy, type InterfaceList, type LocalInterface } from './interfaces.ts';
import { MdnsService } from './mdns/service.ts';
import type { OwnSession } from './own-sessions.ts';
import { SapAnnouncer } from './sap/announcer.ts';
import type { SapReceiver } from './sap/receiver.ts';
import { type CreateSocket, openSap, type SapSockets } from './sap/sockets.ts';
import type { Timers } from './timers.ts';

export interface OpenNetworkParts extends Omit<ConstructorParameters<typeof MdnsService>[0], 'local'> {
  readonly create: CreateSocket;
  readonly timers: Timers;
  readonly list: () => InterfaceList;
  readonly random: () => number;
  readonly receiver: SapReceiver;
}

export class OpenNetwork {
  readonly interfaces: readonly LocalInterface[];
  readonly #sap: SapSockets;
  readonly #announcer: SapAnnouncer;
  readonly #mdns: MdnsService;

  /** At least one interface. */
  constructor(interfaces: readonly [LocalInterface, ...LocalInterface[]], parts: OpenNetworkParts) {
    const { create, timers, list, random, receiver, log } = parts;
    this.interfaces = interfaces;
    const received = (packet: Buffer, sender: string) => {
      const isOwnAddress = interfaces.some(({ address }) => address === sender);
      if (cameBy(interfaces, sender, list())) receiver.take(packet, sender, isOwnAddress);
    };
    this.#sap = openSap(create, interfaces, received, log);
    this.#announcer = new SapAnnouncer(this.#sap.outlets, () => timers.nowMs(), random);
    this.#mdns = new MdnsService({ ...parts, local: interfaces[0] });
  }

  announce(own: ReadonlyMap<string, OwnSession>): void {
    this.#announcer.announce(new Map([...own].map(([key, { text }]) => [key, text])));
    this.#mdns.publish(own);
  }

  tick(): void {
    this.#announcer.tick();
    this.#mdns.tick();
  }

  /** Takes nothing back: streams go on, and so does what was said about them. */
  close(): void {
    this.#sap.close();
    this.#mdns.close();
  }
}
