// A network of UDP sockets in memory, for tests: packets to a group reach the sockets that joined it.
import type { RemoteInfo, Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import type { InterfaceList } from './interfaces.ts';
import type { CreateSocket } from './sap/sockets.ts';

class FakeSocket extends EventEmitter {
  readonly groups = new Set<string>();
  readonly #network: FakeNetwork;
  port = 0;
  from = '0.0.0.0';

  constructor(network: FakeNetwork) {
    super();
    this.#network = network;
  }

  bind(...args: readonly unknown[]): this {
    const [first, second] = args;
    const isObject = typeof first === 'object';
    const { port, address } = (isObject ? first : { port: first, address: second }) as {
      port: number;
      address: string;
    };
    this.port = port;
    this.from = address;
    queueMicrotask(() => {
      this.emit('listening');
      const ready = args.at(-1);
      if (typeof ready === 'function') ready();
    });
    return this;
  }

  addMembership(group: string, address: string): void {
    this.groups.add(`${group} ${address}`);
  }

  dropMembership(group: string, address: string): void {
    this.groups.delete(`${group} ${address}`);
  }

  setMulticastInterface(address: string): void {
    this.from = address;
  }

  setMulticastTTL(): void {}
  setMulticastLoopback(): void {}

  address() {
    return { address: this.from, port: this.port, family: 'IPv4' };
  }

  send(packet: Buffer, ...rest: readonly unknown[]): void {
    const [port, group] = rest.length > 3 ? rest.slice(2) : rest;
    this.#network.carry(packet, { address: this.from, port: this.port }, `${group}`, Number(port));
    const done = rest.at(-1);
    if (typeof done === 'function') done(null);
  }

  close(done?: () => void): void {
    this.#network.sockets.delete(this);
    this.emit('close');
    done?.();
  }
}

export class FakeNetwork {
  readonly sockets = new Set<FakeSocket>();
  /** Packets that left, in order. */
  readonly sent: { readonly packet: Buffer; readonly from: string; readonly to: string }[] = [];
  readonly create: CreateSocket = () => {
    const socket = new FakeSocket(this);
    this.sockets.add(socket);
    return socket as unknown as Socket;
  };

  /** What each socket has joined, `GROUP ADDRESS`. */
  get memberships(): readonly string[] {
    return [...this.sockets].flatMap(({ groups }) => [...groups]).sort();
  }

  carry(packet: Buffer, { address, port }: { address: string; port: number }, group: string, to: number): void {
    this.sent.push({ packet, from: address, to: `${group}:${to}` });
    const from: RemoteInfo = { address, port, family: 'IPv4', size: packet.length };
    for (const socket of this.sockets) {
      const hears = [...socket.groups].some((each) => each.startsWith(`${group} `));
      if (hears && socket.port === to) socket.emit('message', packet, from);
    }
  }
}

/** Interfaces as the computer lists them, by name and address. */
export function interfacesOf(addresses: Readonly<Record<string, string>>): InterfaceList {
  return Object.fromEntries(
    Object.entries(addresses).map(([name, address]) => {
      const rest = { netmask: '255.255.255.0', mac: '00:1d:c1:12:34:56', internal: false, cidr: `${address}/24` };
      return [name, [{ address, family: 'IPv4', ...rest }]];
    }),
  );
}
