// A surface that is open on the network. It listens where its row says, and where it was as long as that can't be had.
import { hostname } from 'node:os';
import type { RunningSurface, SurfaceSettings } from 'rowdesk/surface';
import { Announcement } from './announcement.ts';
import { hostFor, loopback } from './host.ts';

export interface Ports {
  /** Resolves to the port that it got. Rejects with Error in words. */
  listen(host: string, port: number): Promise<number>;
  /** Does nothing where none is open. */
  closePorts(): void;
  readonly session: {
    /** Throws Error in words, and changes nothing, for what it can't do. */
    change(settings: SurfaceSettings): void;
    close(): void;
  };
}

/** Rejects with Error in words, and leaves nothing open. */
export async function opened(ports: Ports, settings: SurfaceSettings, port: number): Promise<RunningSurface> {
  const opening = new Opening(ports, hostFor(settings));
  try {
    await opening.listen(port);
  } catch (error) {
    opening.close();
    throw error;
  }
  return opening;
}

class Opening implements RunningSurface {
  readonly #ports: Ports;
  #host: string;
  #port = 0;

  constructor(ports: Ports, host: string) {
    this.#ports = ports;
    this.#host = host;
  }

  async listen(port: number): Promise<void> {
    this.#port = await this.#ports.listen(this.#host, port);
  }

  /** Rejects with Error in words; the ports are then open as before. */
  async change(settings: SurfaceSettings): Promise<void> {
    this.#ports.session.change(settings);
    const before = this.#host;
    const host = hostFor(settings);
    if (host === before) return;
    this.#ports.closePorts();
    try {
      this.#host = host;
      await this.listen(this.#port);
    } catch (error) {
      this.#host = before;
      await this.listen(this.#port);
      throw error;
    }
  }

  close(): void {
    this.#ports.closePorts();
    this.#ports.session.close();
  }
}

/** Other machines are told where the surface is; this one knows. */
export function announced(
  id: string,
  at: { readonly host: string; readonly oscPort: number; readonly queryPort: number | null },
): Announcement | undefined {
  const { host, oscPort, queryPort } = at;
  const name = `Rowdesk ${hostname().split('.')[0]} ${id}`;
  return host === loopback ? undefined : new Announcement({ name, oscPort, queryPort });
}
