// The protocol of the X32 and of the XR18, for the apps, modules and scripts that people have: UDP, addresses of that desk.
import { hostname } from 'node:os';
import { defineSurface, type SurfaceGiven, type SurfaceSettings, Type } from 'rowdesk/surface';
import { Announcement } from '../network/announcement.ts';
import { hostFor, loopback } from '../network/host.ts';
import { type Listening, listenUdp } from '../network/udp.ts';
import type { Way } from '../network/way.ts';
import { Session } from './session.ts';
import { models } from './table/models.ts';

const config = Type.Object(
  {
    model: Type.Enum(Object.keys(models) as (keyof typeof models)[], { default: 'X32' }),
    port: Type.Unsafe<number | null>({
      ...{ type: ['integer', 'null'], minimum: 0, maximum: 65_535, default: null },
      title: 'UDP; 0 takes a free one, null that of the model: 10023, or 10024 of an XR18',
    }),
  },
  { additionalProperties: false },
);

export default defineSurface({
  kind: 'x32',
  config,
  open: async (given) => {
    const surface = new X32Surface(given);
    await surface.open();
    return surface;
  },
});

type Config = { readonly model: keyof typeof models; readonly port: number | null };

class X32Surface {
  readonly #port: number;
  readonly #id: string;
  readonly #session: Session;
  #host: string;
  #udp: Listening | undefined;
  #announcement: Announcement | undefined;

  constructor(given: SurfaceGiven<Config>) {
    const { model: name, port } = given.config;
    const model = models[name];
    this.#port = port ?? model.port;
    this.#id = given.id;
    this.#host = hostFor(given.settings);
    this.#session = new Session(given, model, (address, to) => this.#way(address, to));
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

  /** Rejects with Error in words; the port is then open as before. */
  async change(settings: SurfaceSettings): Promise<void> {
    this.#session.change(settings);
    const before = this.#host;
    const host = hostFor(settings);
    if (host === before) return;
    const port = this.#udp?.port ?? this.#port;
    this.#closePort();
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
    this.#closePort();
    this.#session.close();
  }

  #way(address: string, port: number): Way {
    return { address, port, transport: 'udp', send: (packet) => this.#udp?.send(packet, port, address) };
  }

  async #listen(port: number): Promise<void> {
    this.#udp = await listenUdp(this.#host, port, (packet, address, from) => {
      if (this.#session.admits(address)) this.#session.take(this.#way(address, from), packet);
    });
    this.#session.opened(this.#udp.port);
    const name = `Rowdesk ${hostname().split('.')[0]} ${this.#id}`;
    if (this.#host !== loopback)
      this.#announcement = new Announcement({ name, oscPort: this.#udp.port, queryPort: null });
  }

  #closePort(): void {
    this.#announcement?.close();
    this.#announcement = undefined;
    this.#udp?.close();
    this.#udp = undefined;
  }
}
