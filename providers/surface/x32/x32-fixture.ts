// The surface of a desk inside a test, and clients that speak the protocol of the X32.
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningSurface, SurfaceReport, SurfaceSettings } from 'rowdesk/surface';
import { encodeMessage, float, integer, type OscArgument, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { type OscValue, type ReadMessage, readParcels } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { padded } from '../../../hardware-drivers/lib/osc/js/reader.ts';
import x32 from './index.ts';

export interface OpenedSurface {
  readonly port: number;
  /** What the log said. */
  readonly said: readonly string[];
  report(): SurfaceReport;
  change(settings: Partial<SurfaceSettings>): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions extends Partial<SurfaceSettings> {
  readonly model?: string;
  /** The content of the file that `mapping` names. */
  readonly file?: object;
}

/** Opens the surface at the desk with this URL. */
export async function openX32(
  url: string,
  { model = 'X32', file, ...settings }: OpenOptions = {},
): Promise<OpenedSurface> {
  const mappingsFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  const said: string[] = [];
  let last: SurfaceReport | undefined;
  let now: SurfaceSettings = { role: 'run', mapping: '', addresses: [], ...settings };
  if (file !== undefined) writeFileSync(join(mappingsFolder, `${now.mapping}.json`), JSON.stringify(file));
  let surface: RunningSurface;
  try {
    surface = await x32.open({
      ...{ id: 'x32', url, actor: 'surface:x32', mappingsFolder, settings: now, hostNames: [], trustedOrigins: [] },
      config: { model, port: 0 } as never,
      report: (report: SurfaceReport) => {
        last = report;
      },
      log: (_level, message) => said.push(message),
    });
  } catch (error) {
    rmSync(mappingsFolder, { recursive: true });
    throw error;
  }
  return {
    said,
    get port() {
      return last?.port as number;
    },
    report: () => last as SurfaceReport,
    change: async (other) => {
      now = { ...now, ...other };
      await surface.change(now);
    },
    close: async () => {
      await surface.close();
      rmSync(mappingsFolder, { recursive: true });
    },
  };
}

const againMs = 2000;

const argumentOf = (value: OscArgument | number | string): OscArgument =>
  typeof value === 'string' ? text(value) : typeof value === 'number' ? float(value) : value;

export class X32Peer {
  readonly heard: ReadMessage[] = [];
  readonly #socket: Socket;
  readonly #to: number;
  readonly #waiting = new Set<() => void>();
  #following: NodeJS.Timeout | undefined;

  private constructor(socket: Socket, to: number) {
    this.#socket = socket;
    this.#to = to;
    socket.on('message', (packet) => {
      this.heard.push(messageOf(packet));
      for (const look of this.#waiting) look();
    });
  }

  static async open(port: number, address = '127.0.0.1'): Promise<X32Peer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, address, resolve));
    return new X32Peer(socket, port);
  }

  /** A number is a float; `integer` of packet.ts for whole ones. */
  send(address: string, ...values: readonly (OscArgument | number | string)[]): void {
    this.sendPacket(encodeMessage({ address, args: values.map(argumentOf) }));
  }

  sendPacket(packet: Uint8Array): void {
    this.#socket.send(packet, this.#to, '127.0.0.1');
  }

  /** Follows all changes until it closes, as apps do. */
  follow(): void {
    this.send('/xremote');
    clearInterval(this.#following);
    this.#following = setInterval(() => this.send('/xremote'), againMs);
  }

  /** The values of the next message to the address. */
  async values(
    address: string,
    fits: (values: readonly OscValue[]) => boolean = () => true,
  ): Promise<readonly OscValue[]> {
    for (;;) {
      const at = this.heard.findIndex((each) => each.address === address && fits(each.values));
      if (at !== -1) return (this.heard.splice(at, 1)[0] as ReadMessage).values;
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
  }

  /** Asks for an address, again where the packet was lost, and resolves to its value. */
  async ask(address: string): Promise<OscValue | undefined> {
    this.send(address);
    const again = setInterval(() => this.send(address), againMs);
    try {
      return (await this.values(address))[0];
    } finally {
      clearInterval(again);
    }
  }

  /** The text of a node. */
  async node(address: string): Promise<string> {
    this.send('/node', address);
    const fits = ([line]: readonly OscValue[]) => String(line).startsWith(`/${address.replace(/^\//, '')} `);
    return String((await this.values('node', fits))[0]);
  }

  /** All that was sent before has its answer. */
  async answered(): Promise<void> {
    this.send('/info');
    await this.values('/info');
  }

  close(): void {
    clearInterval(this.#following);
    this.#socket.close();
  }
}

/** The answer of `/node`, and names that clients choose, have no slash: readers of OSC want one. */
function messageOf(packet: Uint8Array): ReadMessage {
  const name = Buffer.from(packet).toString('utf8', 0, packet.indexOf(0));
  if (name.startsWith('/')) return readParcels(packet)[0]?.messages[0] as ReadMessage;
  const rest = packet.subarray(padded(Buffer.byteLength(name) + 1));
  const message = readParcels(Uint8Array.from([...Buffer.from('/\0\0\0'), ...rest]))[0]?.messages[0];
  return { ...(message as ReadMessage), address: name };
}

export { float, integer, text };
