// The senders as devices that were found.
import { type Audio, type DeskReader, type Log, stopAll } from 'rowdesk/provider';
import type { NetworkDevice, NetworkSearch } from '../discovery/index.ts';
import { networkTarget } from './paths.ts';
import type { Senders } from './senders.ts';
import type { Subscriptions } from './subscriptions.ts';

const transport = 'netaudio';

export interface AnnouncedDevicesNeeds {
  readonly audio: Audio;
  readonly log: Log;
  readonly senders: Senders;
  readonly subscriptions: Subscriptions;
}

export class AnnouncedDevices implements NetworkSearch {
  readonly transport = transport;
  readonly #needs: AnnouncedDevicesNeeds;

  constructor(needs: AnnouncedDevicesNeeds) {
    this.#needs = needs;
  }

  /** Adopted is what an input is subscribed to. */
  list(desk: DeskReader): readonly NetworkDevice[] {
    const { senders, subscriptions } = this.#needs;
    const wanted = new Set(
      subscriptions.list(desk).flatMap(({ subscription }) => senders.called(subscription.txDevice).map(({ id }) => id)),
    );
    return senders.list().map((sender) => {
      const { id, name, address, seenAtMs } = sender;
      const times = { firstSeenMs: senders.seen(sender)?.firstMs ?? seenAtMs, lastSeenMs: seenAtMs };
      return { id, transport, label: name, model: '', address, ...times, adopted: wanted.has(id) };
    });
  }

  /** Without an observer of the network nobody is asked. */
  scan(): void {
    const { audio, log } = this.#needs;
    audio
      .call(networkTarget, 'scan', {})
      .catch((error: unknown) => log.debug({ err: error }, 'The network is not asked for devices'));
  }

  onChange(changed: () => void): () => void {
    const { senders, subscriptions } = this.#needs;
    return stopAll(senders.onSeen(changed), subscriptions.onChange(changed));
  }
}
