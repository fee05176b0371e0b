// Inputs from the network are called by what they are subscribed to.
import { type Audio, type Desk, stopAll } from 'rowdesk/provider';
import type { NamesOfSources } from '../source/index.ts';
import { ownDevices } from './own-devices.ts';
import { rxPath } from './paths.ts';
import type { Senders } from './senders.ts';
import type { Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface InputNamesNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly senders: Senders;
  readonly subscriptions: Subscriptions;
}

export class InputNames implements NamesOfSources {
  readonly #needs: InputNamesNeeds;

  constructor(needs: InputNamesNeeds) {
    this.#needs = needs;
  }

  /** `Vox (stage-left)`; '' for an input without a subscription, and for a port of any other device. */
  nameOf(portId: string): string {
    const { audio, desk, subscriptions } = this.#needs;
    const device = ownDevices(audio).find(({ id }) => portId.startsWith(`${id}:`));
    const port = device?.ports.find(({ id, direction }) => id === portId && direction === 'input');
    if (device === undefined || port === undefined) return '';
    const path = rxPath(device.id, port.channel);
    if (!desk.has(path)) return '';
    const { txDevice, txChannelLabel } = desk.read(path).subscription as Subscription;
    if (txChannelLabel === '') return '';
    const found = subscriptions.resolution(device.id, port.channel, desk, desk.observed);
    return `${found.label || txChannelLabel} (${found.device || txDevice})`;
  }

  onChange(changed: () => void): () => void {
    const { senders, subscriptions } = this.#needs;
    return stopAll(senders.onChange(changed), subscriptions.onChange(changed));
  }
}
