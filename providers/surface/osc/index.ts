// Open Sound Control over UDP and TCP: an address is a row's path with its field, `/channel/input/1/levelDb`.
import { defineSurface, type SurfaceGiven, Type } from 'rowdesk/surface';
import type { Announcement } from '../network/announcement.ts';
import { announced, opened, type Ports } from '../network/opening.ts';
import { type Listening, listenUdp } from '../network/udp.ts';
import type { Way } from '../network/way.ts';
import { lookForOsc } from './look.ts';
import { Query } from './query/query.ts';
import { Session } from './session.ts';
import { listenTcp } from './tcp.ts';

const config = Type.Object(
  {
    port: Type.Integer({ minimum: 0, maximum: 65_535, default: 8710, title: 'UDP and TCP; 0 takes a free one' }),
    queryPort: Type.Unsafe<number | null>({
      ...{ type: ['integer', 'null'], minimum: 0, maximum: 65_535, default: null },
      title: 'HTTP, where the addresses are browsed; 0 takes a free one, null the one behind port',
    }),
  },
  { additionalProperties: false },
);

/** A port of UDP that is free may be taken for TCP. */
const mostTries = 8;

export default defineSurface({
  kind: 'osc',
  config,
  open: async (given) => opened(new OscPorts(given), given.settings, given.config.port),
  look: lookForOsc,
});

class OscPorts implements Ports {
  readonly session: Session;
  readonly #id: string;
  #queryPort: number;
  #udp: Listening | undefined;
  #tcp: { close(): void } | undefined;
  #query: Query | undefined;
  #announcement: Announcement | undefined;

  constructor(given: SurfaceGiven<{ readonly port: number; readonly queryPort: number | null }>) {
    const { port, queryPort } = given.config;
    this.#queryPort = queryPort ?? (port === 0 ? 0 : port + 1);
    this.#id = given.id;
    this.session = new Session(given, (address, port) => this.#way(address, port));
  }

  /** By the socket that is open when something is sent. */
  #way(address: string, port: number): Way {
    return { address, port, transport: 'udp', send: (packet) => this.#udp?.send(packet, port, address) };
  }

  async listen(host: string, port: number): Promise<number> {
    const take = (packet: Uint8Array, address: string, from: number) => {
      if (this.session.admits(address)) this.session.take(this.#way(address, from), packet);
    };
    for (let tries = 1; ; tries += 1) {
      this.#udp = await listenUdp(host, port, take);
      try {
        this.#tcp = await listenTcp(host, this.#udp.port, this.session);
        break;
      } catch (error) {
        this.closePorts();
        if (port !== 0 || tries === mostTries) throw error;
      }
    }
    this.session.opened(this.#udp.port);
    this.#openQuery(host, this.#udp.port);
    return this.#udp.port;
  }

  #openQuery(host: string, oscPort: number): void {
    const there = (queryPort: number | null) => {
      // Another host keeps the port, as that of OSC.
      this.#queryPort = queryPort ?? this.#queryPort;
      this.#announcement?.close();
      this.#announcement = announced(this.#id, { host, oscPort, queryPort });
    };
    this.#query = new Query(this.session.queryNeeds(there));
    void this.#query.open(host, this.#queryPort);
  }

  closePorts(): void {
    this.#query?.close();
    this.#announcement?.close();
    this.#query = undefined;
    this.#announcement = undefined;
    this.#udp?.close();
    this.#tcp?.close();
    this.#udp = undefined;
    this.#tcp = undefined;
  }
}
