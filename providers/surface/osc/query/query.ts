// OSCQuery of a surface: an HTTP port where its addresses are browsed, while the port can be opened.
import type { AllowedRequests, SurfaceRole } from 'rowdesk/surface';
import type { Way } from '../../network/way.ts';
import type { AddressLists } from '../address-lists.ts';
import type { DeskRows } from '../desk-rows.ts';
import { Answers } from './answers.ts';
import { Changes } from './changes.ts';
import { QueryServer } from './server.ts';
import { Sockets } from './sockets.ts';

/** Between two tries to open a port that is in use. */
const retryMs = 5000;

export interface QueryTo extends AllowedRequests {
  readonly rows: DeskRows;
  readonly lists: AddressLists;
  readonly role: () => SurfaceRole;
  readonly oscPort: () => number | null;
  readonly isListed: (address: string) => boolean;
  readonly admits: (address: string) => boolean;
  readonly take: (way: Way, packet: Uint8Array) => void;
  readonly listen: (way: Way, address: string) => void;
  readonly ignore: (way: Way, address: string) => void;
  readonly lost: (way: Way) => void;
  /** The port, or null with the reason in words. */
  readonly opened: (port: number | null, reason: string) => void;
}

export class Query {
  readonly #to: QueryTo;
  readonly #changes: Changes;
  readonly #sockets: Sockets;
  #server: QueryServer | undefined;
  #retrying: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(to: QueryTo) {
    const { rows, lists, admits, take, listen, ignore, lost } = to;
    this.#to = to;
    this.#sockets = new Sockets({
      ...{ admits, take, listen, ignore, lost },
      changed: (count) => this.#changes.listened(count > 0),
    });
    this.#changes = new Changes({ rows, lists, tell: (command, address) => this.#sockets.tell(command, address) });
  }

  /** A port that can't be opened is tried again until `close`. */
  async open(host: string, port: number): Promise<void> {
    const { rows, lists, role, oscPort, isListed, admits, hostNames, trustedOrigins, opened } = this.#to;
    const server = new QueryServer({
      ...{ answers: new Answers({ rows, lists, role, oscPort }), hostNames, trustedOrigins },
      admits: (address) => {
        // A stranger is noted as one.
        if (!isListed(address)) return admits(address) && false;
        this.#changes.browsed();
        return true;
      },
      upgrade: (request, socket, head) => this.#sockets.upgrade(request, socket, head),
    });
    try {
      const own = await server.listen(host, port);
      if (this.#isClosed) return server.close();
      this.#server = server;
      opened(own, '');
    } catch (error) {
      if (this.#isClosed) return;
      opened(null, `its addresses can't be browsed: ${(error as Error).message}`);
      this.#retrying = setTimeout(() => void this.open(host, port), retryMs);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retrying);
    this.#sockets.close();
    this.#changes.close();
    this.#server?.close();
  }
}
