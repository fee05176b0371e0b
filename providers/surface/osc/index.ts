// Open Sound Control over UDP and TCP: an address is a row's path with its field, `/channel/input/1/levelDb`.
import { hostname } from 'node:os';
import { defineSurface, type SurfaceGiven, type SurfaceSettings, Type } from 'rowdesk/surface';
import { Announcement } from '../network/announcement.ts';
import { hostFor, loopback } from '../network/host.ts';
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
  open: async (given) => {
    const osc = new OscSurface(given);
    await osc.open();
    return osc;
  },
  look: lookForOsc,
});

class OscSurface {
  readonly #port: number;
  #queryPort: number;
  readonly #id: string;
  readonly #session: Session;
  #udp: Listening | undefined;
  #tcp: { close(): void } | undefined;
  #query: Query | undefined;
  #announcement: Announcement | undefined;
  #host: string;

  constructor(given: SurfaceGiven<{ readonly port: number; readonly queryPort: number | null }>) {
    const { port, queryPort } = given.config;
    this.#port = port;
    this.#queryPort = queryPort ?? (port === 0 ? 0 : port + 1);
    this.#id = given.id;
    this.#host = hostFor(given.settings);
    this.#session = new Session(given, (address, port) => this.#way(address, port));
  }

  /** Rejects with Error in words. */
  async open(): Promise<void> {
    try {
      await this.#listen(this.#port);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Rejects with Error in words; the ports are then open as before. */
  async change(settings: SurfaceSettings): Promise<void> {
    this.#session.change(settings);
    const before = this.#host;
    const host = hostFor(settings);
    if (host === before) return;
    const port = this.#udp?.port ?? this.#port;
    this.#closePorts();
    try {
      this.#host = host;
      await this.#listen(port);
    } catch (error) {
      this.#host = before;
      await this.#listen(port);
      throw error;
    }
  }

  close(): void {
    this.#closePorts();
    this.#session.close();
  }

  /** By the socket that is open when something is sent. */
  #way(address: string, port: number): Way {
    return { address, port, transport: 'udp', send: (packet) => this.#udp?.send(packet, port, address) };
  }

  async #listen(port: number): Promise<void> {
    const take = (packet: Uint8Array, address: string, from: number) => {
      if (this.#session.admits(address)) this.#session.take(this.#way(address, from), packet);
    };
    for (let tries = 1; ; tries += 1) {
      this.#udp = await listenUdp(this.#host, port, take);
      try {
        this.#tcp = await listenTcp(this.#host, this.#udp.port, this.#session);
        break;
      } catch (error) {
        this.#closePorts();
        if (port !== 0 || tries === mostTries) throw error;
      }
    }
    this.#session.opened(this.#udp.port);
    this.#openQuery(this.#udp.port);
  }

  /** Other machines are told where the surface is; this one knows. */
  #openQuery(oscPort: number): void {
    const opened = (queryPort: number | null) => {
      // Another host keeps the port, as that of OSC.
      this.#queryPort = queryPort ?? this.#queryPort;
      this.#announcement?.close();
      const name = `Rowdesk ${hostname().split('.')[0]} ${this.#id}`;
      this.#announcement = this.#host === loopback ? undefined : new Announcement({ name, oscPort, queryPort });
    };
    this.#query = new Query(this.#session.queryNeeds(opened));
    void this.#query.open(this.#host, this.#queryPort);
  }

  #closePorts(): void {
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
