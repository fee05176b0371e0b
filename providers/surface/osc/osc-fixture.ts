// The OSC surface of a desk inside a test, and peers of it.
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningSurface, SurfaceReport, SurfaceSettings } from 'rowdesk/surface';
import { encodeMessage, type OscArgument } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { type OscValue, type ReadMessage, readParcels } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import osc from './index.ts';

export interface OpenedSurface {
  readonly port: number;
  readonly mappingsFolder: string;
  /** What its row shows. */
  report(): SurfaceReport;
  change(settings: Partial<SurfaceSettings>): Promise<void>;
  close(): Promise<void>;
}

export const all: SurfaceSettings = { role: 'run', mapping: '', addresses: [] };

/** Opens the surface at the desk with this URL. */
export async function openOsc(url: string, settings: Partial<SurfaceSettings> = {}): Promise<OpenedSurface> {
  const mappingsFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  let last: SurfaceReport | undefined;
  let now = { ...all, ...settings };
  const given = {
    ...{
      id: 'osc',
      url,
      actor: 'surface:osc',
      mappingsFolder,
      config: { port: 0, queryPort: 0 } as never,
      settings: now,
    },
    report: (report: SurfaceReport) => {
      last = report;
    },
    ...{ hostNames: ['desk.example.org'], trustedOrigins: ['https://panel.example.org'], log: () => {} },
  };
  let surface: RunningSurface;
  try {
    surface = await osc.open(given);
  } catch (error) {
    rmSync(mappingsFolder, { recursive: true });
    throw error;
  }
  return {
    mappingsFolder,
    report: () => last as SurfaceReport,
    get port() {
      return last?.port as number;
    },
    change: async (other) => {
      await surface.change({ ...now, ...other });
      now = { ...now, ...other };
    },
    close: async () => {
      await surface.close();
      rmSync(mappingsFolder, { recursive: true });
    },
  };
}

/** A program that speaks OSC over UDP. */
export class UdpPeer {
  readonly #socket: Socket;
  readonly #to: () => number;
  readonly heard: ReadMessage[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(socket: Socket, to: () => number) {
    this.#socket = socket;
    this.#to = to;
    socket.on('message', (packet) => {
      for (const { messages } of readParcels(packet)) this.heard.push(...messages);
      for (const look of this.#waiting) look();
    });
  }

  static async open(surface: { readonly port: number }, address = '127.0.0.1'): Promise<UdpPeer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, address, resolve));
    return new UdpPeer(socket, () => surface.port);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  send(address: string, ...args: OscArgument[]): void {
    this.sendPacket(encodeMessage({ address, args }));
  }

  sendPacket(packet: Uint8Array): void {
    this.#socket.send(packet, this.#to(), '127.0.0.1');
  }

  /** What `found` finds in what was heard, as soon as there is something. */
  async until<T>(found: () => T | undefined): Promise<T> {
    for (;;) {
      const value = found();
      if (value !== undefined) return value;
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
  }

  /** The values of the first message at the address that fits. */
  values(address: string, fits: (values: readonly OscValue[]) => boolean = () => true): Promise<readonly OscValue[]> {
    return this.until(() => this.heard.find((each) => each.address === address && fits(each.values))?.values);
  }

  /** All that was sent before is answered, and what was heard until then is all. */
  async answered(): Promise<void> {
    const before = this.heard.length;
    this.send('/console/name');
    await this.until(() => this.heard.slice(before).find(({ address }) => address === '/console/name'));
  }

  forget(): void {
    this.heard.length = 0;
  }

  close(): void {
    this.#socket.close();
  }
}
