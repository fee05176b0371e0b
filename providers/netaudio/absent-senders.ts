// Devices that inputs are subscribed to and that nothing announces now, by what their subscriptions were resolved to last. Such
// a device is gone once no input is subscribed to it.
import { type Desk, type DeskReader, stopAll } from 'rowdesk/provider';
import type { KnownSource } from './known-sources.ts';
import { type Senders, slugOf } from './senders.ts';
import type { Subscribed, Subscriptions } from './subscriptions.ts';

export interface AbsentSender {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly rateHz: number;
}

export interface AbsentSendersNeeds {
  readonly desk: Desk;
  readonly senders: Senders;
  readonly subscriptions: Subscriptions;
}

export class AbsentSenders {
  readonly #needs: AbsentSendersNeeds;

  constructor(needs: AbsentSendersNeeds) {
    this.#needs = needs;
  }

  /** By name. */
  list(desk: DeskReader = this.#needs.desk): readonly AbsentSender[] {
    const { senders, subscriptions } = this.#needs;
    const found = new Map<string, AbsentSender>();
    for (const subscribed of subscriptions.list(desk)) {
      const known = subscriptions.known(subscribed);
      if (known === undefined) continue;
      const { id, address, device: name } = placeOf(known);
      const isThere = senders.list().some((each) => each.name === name && each.address === address);
      // A device that is announced has this id: its channels are what the subscription means, once they fit.
      if (isThere || senders.isTaken(id)) continue;
      found.set(id, { id, name, address, rateHz: known.source.rateHz });
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  }

  get(id: string, desk?: DeskReader): AbsentSender | undefined {
    return this.list(desk).find((each) => each.id === id);
  }

  /** The subscriptions to a device, announced or not. */
  subscribedTo(id: string, desk: DeskReader): readonly Subscribed[] {
    const { senders, subscriptions } = this.#needs;
    return subscriptions.list(desk).filter((each) => {
      const { txDevice } = each.subscription;
      if (senders.called(txDevice).some((sender) => sender.id === id)) return true;
      const known = subscriptions.known(each);
      return known !== undefined && placeOf(known).id === id;
    });
  }

  onChange(changed: () => void): () => void {
    const { senders, subscriptions } = this.#needs;
    return stopAll(senders.onChange(changed), subscriptions.onChange(changed));
  }
}

function placeOf({ device, deviceId = '', address = '' }: KnownSource) {
  return { device, address, id: deviceId || slugOf(device) };
}
