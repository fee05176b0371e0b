// The protocol of the X32 and of the XR18, for the apps, modules and scripts that people have: UDP, addresses of that desk.
import { defineSurface, type SurfaceGiven, Type } from 'rowdesk/surface';
import { models } from '../../../hardware-drivers/lib/x32/js/table/models.ts';
import type { Announcement } from '../network/announcement.ts';
import { announced, opened, type Ports } from '../network/opening.ts';
import { type Listening, listenUdp } from '../network/udp.ts';
import type { Way } from '../network/way.ts';
import { Session } from './session.ts';

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
  open: async (given) =>
    opened(new X32Ports(given), given.settings, given.config.port ?? models[given.config.model].port),
});

type Config = { readonly model: keyof typeof models; readonly port: number | null };

class X32Ports implements Ports {
  readonly session: Session;
  readonly #id: string;
  #udp: Listening | undefined;
  #announcement: Announcement | undefined;

  constructor(given: SurfaceGiven<Config>) {
    this.#id = given.id;
    this.session = new Session(given, models[given.config.model], (address, to) => this.#way(address, to));
  }

  async listen(host: string, port: number): Promise<number> {
    this.#udp = await listenUdp(host, port, (packet, address, from) => {
      if (this.session.admits(address)) this.session.take(this.#way(address, from), packet);
    });
    const oscPort = this.#udp.port;
    this.session.opened(oscPort);
    this.#announcement = announced(this.#id, { host, oscPort, queryPort: null });
    return oscPort;
  }

  closePorts(): void {
    this.#announcement?.close();
    this.#announcement = undefined;
    this.#udp?.close();
    this.#udp = undefined;
  }

  #way(address: string, port: number): Way {
    return { address, port, transport: 'udp', send: (packet) => this.#udp?.send(packet, port, address) };
  }
}
