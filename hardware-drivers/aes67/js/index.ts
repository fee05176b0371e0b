// Audio by the network: streams of AES67. Which device there is says the configuration (`devices`); there is nothing to discover.
import type { AudioDriver } from 'rowdesk/driver';
import { NetworkDevice } from './device.ts';
import { seenInterfaces } from './interfaces.ts';
import { loadNative } from './native.ts';

/** The open device: one has all streams of the desk, and the interfaces for them. */
let opened: string | undefined;

const driver: AudioDriver = {
  kind: 'stagebox',
  open(model, context) {
    if (opened !== undefined) {
      throw new Error(
        `${opened} is the desk's device of the network: give that one the channels of ${model.id} as well`,
      );
    }
    const closed = () => {
      opened = undefined;
    };
    const place = { model, interfaces: seenInterfaces, closed };
    const device = new NetworkDevice(loadNative(), place, context);
    opened = model.id;
    return device;
  },
};

export default driver;
