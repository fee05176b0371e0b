// Sound over the network: the desk's own streams, what others announce, and which input receives what. Provider of the
// rows; one driver moves the sound, another one reads and writes announcements.

import {
  Audio,
  Desk,
  Documents,
  defineProvider,
  Faults,
  Listeners,
  Log,
  stopAll,
  Time,
  Validators,
  Warnings,
} from 'rowdesk/provider';
import { NetworkDevices } from '../discovery/index.ts';
import { SourceNames } from '../source/index.ts';
import { PatchedNames } from '../stagebox/index.ts';
import { AbsentSenders } from './absent-senders.ts';
import { AnnouncedDevices } from './announced-devices.ts';
import { watchCrowd } from './crowd.ts';
import { InputNames } from './input-names.ts';
import { InputWatch } from './input-watch.ts';
import { KnownSources } from './known-sources.ts';
import { onShape, ownDevices } from './own-devices.ts';
import { deviceRow } from './rows/device.ts';
import { devicesRow } from './rows/devices.ts';
import { rxRow } from './rows/rx.ts';
import { subscribeRow } from './rows/subscribe.ts';
import { txRow } from './rows/tx.ts';
import { Senders } from './senders.ts';
import { Subscriptions } from './subscriptions.ts';
import { transmitValidator } from './transmit-validator.ts';
import { Transmitting } from './transmitting.ts';

export default defineProvider({
  name: 'netaudio',
  needs: {
    audio: Audio,
    desk: Desk,
    documents: Documents,
    faults: Faults,
    log: Log,
    time: Time,
    validators: Validators,
    warnings: Warnings,
  },
  optionalNeeds: {
    networkDevices: NetworkDevices.token,
    patchedNames: PatchedNames.token,
    sourceNames: SourceNames.token,
  },
  offers: { senders: Senders.token, subscriptions: Subscriptions.token },
  services: ({ audio, desk, documents, faults, log }) => {
    const senders = new Senders({
      observed: desk.observed,
      ownIds: () => ownDevices(audio).map(({ id }) => id),
      listeners: new Listeners(faults, 'a listener of announced devices'),
      seenListeners: new Listeners(faults, 'a listener of announcements'),
    });
    const known = new KnownSources(documents, log);
    const listeners = new Listeners(faults, 'a listener of subscribed sessions');
    return { senders, subscriptions: new Subscriptions({ audio, desk, senders, known, listeners }) };
  },
  rows: ({ audio, desk, patchedNames, offered: { senders, subscriptions } }) => {
    const transmitting = new Transmitting(audio, patchedNames);
    const absent = new AbsentSenders({ desk, senders, subscriptions });
    return [
      devicesRow(audio, senders, absent),
      deviceRow({ absent, audio, senders, subscriptions, transmitting }),
      subscribeRow({ audio, desk, senders }),
      rxRow({ audio, senders, subscriptions }),
      txRow({ audio, senders, transmitting }),
    ];
  },
  start: ({ networkDevices, offered: { senders, subscriptions }, sourceNames, ...needs }) => {
    const { audio, validators } = needs;
    const nothing = () => {};
    return stopAll(
      senders.start(),
      subscriptions.start(),
      onShape(audio, () => senders.refresh()),
      validators.use(transmitValidator(audio)),
      new InputWatch({ ...needs, subscriptions }).start(),
      watchCrowd(needs),
      networkDevices?.use(new AnnouncedDevices({ ...needs, senders, subscriptions })) ?? nothing,
      sourceNames?.use(new InputNames({ ...needs, senders, subscriptions })) ?? nothing,
    );
  },
});
