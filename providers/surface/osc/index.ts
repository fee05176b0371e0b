// Open Sound Control over UDP and TCP: an address is a row's path with its field, `/channel/input/1/levelDb`.
import { defineSurface, type SurfaceGiven, type SurfaceSettings, Type } from 'rowdesk/surface';
import { lookForOsc } from './look.ts';
import { Session } from './session.ts';
import { listenTcp } from './tcp.ts';
import { type Listening, listenUdp } from './udp.ts';

const config = Type.Object(
  {
    port: Type.Integer({ minimum: 0, maximum: 65_535, default: 8710, title: 'UDP and TCP; 0 takes a free one' }),
  },
  { additionalProperties: false },
);

const loopback = '127.0.0.1';
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
  readonly #session: Session;
  #udp: Listening | undefined;
  #tcp: { close(): void } | undefined;
  #host: string;

  constructor(given: SurfaceGiven<{ readonly port: number }>) {
    this.#port = given.config.port;
    this.#host = hostFor(given.settings);
    this.#session = new Session(given, (address, port) => (this.#udp as Listening).way(address, port));
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

  async change(settings: SurfaceSettings): Promise<void> {
    this.#session.change(settings);
    const host = hostFor(settings);
    if (host === this.#host) return;
    const port = this.#udp?.port ?? this.#port;
    this.#closePorts();
    this.#host = host;
    await this.#listen(port);
  }

  close(): void {
    this.#closePorts();
    this.#session.close();
  }

  async #listen(port: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      this.#udp = await listenUdp(this.#host, port, this.#session);
      try {
        this.#tcp = await listenTcp(this.#host, this.#udp.port, this.#session);
        break;
      } catch (error) {
        this.#udp.close();
        if (port !== 0 || tries === mostTries) throw error;
      }
    }
    this.#session.opened(this.#udp.port);
  }

  #closePorts(): void {
    this.#udp?.close();
    this.#tcp?.close();
    this.#udp = undefined;
    this.#tcp = undefined;
  }
}

/** While nothing but this machine may take part, the network does not even know of the port. */
const hostFor = ({ addresses }: SurfaceSettings): string =>
  addresses.every((each) => each.split(':')[0] === loopback) ? loopback : '0.0.0.0';
