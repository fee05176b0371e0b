// Devices that announce themselves on a network, and that no driver opens: other providers know them.
import { Contributions, type DeskReader, type Listeners, type Token, token } from 'rowdesk/provider';

/** A device that was announced. */
export interface NetworkDevice {
  /** URL-safe, the same while the device has its name. */
  readonly id: string;
  readonly transport: string;
  readonly label: string;
  readonly model: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** The desk uses it. */
  readonly adopted: boolean;
}

/** All devices of one sort. */
export interface NetworkSearch {
  readonly transport: string;
  list(desk: DeskReader): readonly NetworkDevice[];
  /** Asks the network again; what answers is in the list later. */
  scan(): void;
  /** Calls `changed` whenever devices come or go or are seen again. */
  onChange(changed: () => void): () => void;
}

export class NetworkDevices {
  static readonly token: Token<NetworkDevices> = token<NetworkDevices>('discovery.network-devices');
  readonly #listeners: Listeners;
  readonly #searches = new Contributions<NetworkSearch>(() => this.#listeners.notify());

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /** For as long as the returned function is not called. */
  use(search: NetworkSearch): () => void {
    return this.#searches.use(search);
  }

  list(desk: DeskReader): readonly NetworkDevice[] {
    return this.#searches.all.flatMap((search) => search.list(desk));
  }

  /** For devices of these transports; of all for none. */
  scan(transports: readonly string[]): void {
    for (const search of this.#searches.all) {
      if (transports.length === 0 || transports.includes(search.transport)) search.scan();
    }
  }

  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }
}
