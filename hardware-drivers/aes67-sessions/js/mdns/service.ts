// mDNS on one interface: what devices publish becomes sessions, and the desk's own are published.
import type { RemoteInfo } from 'node:dgram';
import makeMdns from 'multicast-dns';
import { isInSubnet } from '../address.ts';
import type { Counters } from '../counters.ts';
import type { LocalInterface } from '../interfaces.ts';
import type { OwnSession } from '../own-sessions.ts';
import { RtspServer } from '../rtsp/server.ts';
import type { CreateSocket } from '../sap/sockets.ts';
import type { Timers } from '../timers.ts';
import { Budget, gated } from './gate.ts';
import type { Neighbours } from './neighbours.ts';
import { Publisher } from './publisher.ts';
import type { Answer } from './records.ts';

export interface MdnsParts {
  readonly create: CreateSocket;
  readonly local: LocalInterface;
  readonly hostName: string;
  readonly neighbours: Neighbours;
  readonly counters: Counters;
  readonly timers: Timers;
  readonly log: (message: string) => void;
}

const port = 5353;

export class MdnsService {
  readonly #mdns: ReturnType<typeof makeMdns>;
  readonly #neighbours: Neighbours;
  readonly #publisher: Publisher;
  readonly #server: RtspServer;
  #own: ReadonlyMap<string, OwnSession> = new Map();

  constructor(parts: MdnsParts) {
    const { create, local, hostName, counters, timers, log } = parts;
    const budget = new Budget();
    // RFC 6762, section 11: only neighbours are answered, and heard.
    const admits = (packet: Buffer, { address }: RemoteInfo) => {
      if (!isInSubnet(address, local)) return false;
      const isAdmitted = budget.allows(packet, address, timers.nowMs());
      if (!isAdmitted) counters.count('mdnsRefused');
      return isAdmitted;
    };
    const socket = gated(create({ type: 'udp4', reuseAddr: true }), admits);
    // Bound to the address of the interface alone it would hear no group.
    this.#mdns = makeMdns({ socket: socket as never, interface: local.address, bind: '0.0.0.0', port });
    this.#mdns.on('error', (error: Error) => log(`mDNS on ${local.name}: ${error.message}`));
    this.#mdns.on('warning', (error: Error) => {
      counters.count('mdnsRefused');
      log(`a packet of mDNS on ${local.name} is refused: ${error.message}`);
    });
    const nowMs = () => timers.nowMs();
    this.#neighbours = parts.neighbours;
    this.#neighbours.attach(local, (questions, answers) => this.#mdns.query({ questions, answers }));
    this.#publisher = new Publisher({
      ...{ local, hostName, nowMs },
      probe: (names, authorities) => {
        const questions = names.map((name) => ({ name, type: 'ANY' as never }));
        this.#mdns.query({ questions, authorities });
      },
      respond: (answers, additionals, to) => {
        if (to) this.#mdns.respond({ id: to.id, answers: answers.map(shortLived), additionals }, to);
        else this.#mdns.respond({ answers, additionals });
      },
    });
    this.#mdns.on('response', (packet, from: RemoteInfo) => {
      counters.count('mdnsAnswers');
      this.#publisher.conflict(packet);
      this.#neighbours.take(packet, from.address);
    });
    this.#mdns.on('query', (packet, from: RemoteInfo) => this.#publisher.answer(packet, from));
    this.#server = new RtspServer({
      ...{ address: local.address, counters, timers },
      descriptionAt: (path) => this.#descriptionAt(path),
      admits: (address) => isInSubnet(address, local),
      listening: (at) => {
        this.#publisher.port = at;
      },
      failed: log,
    });
  }

  publish(own: ReadonlyMap<string, OwnSession>): void {
    this.#own = own;
    this.#publisher.publish(new Map([...own].map(([key, { name }]) => [key, name])));
  }

  tick(): void {
    this.#publisher.tick();
  }

  close(): void {
    this.#neighbours.detach();
    this.#server.close();
    // A goodbye that was just sent still goes out.
    setImmediate(() => this.#mdns.destroy());
  }

  #descriptionAt(path: string): string | undefined {
    const [, kind, name = ''] = /^\/by-(name|id)\/(.+)$/.exec(path) ?? [];
    if (kind === undefined) return undefined;
    const key = kind === 'id' ? name : this.#publisher.keyNamed(name);
    return key === undefined ? undefined : this.#own.get(key)?.text;
  }
}

/** RFC 6762, section 6.7: a resolver that is no mDNS responder keeps a record for 10 s at most. */
function shortLived(record: Answer): Answer {
  return 'ttl' in record ? ({ ...record, ttl: Math.min(record.ttl ?? 10, 10), flush: false } as Answer) : record;
}
