// Audio by ALSA: a sound card's own clock drives the mixer, without a server between them.
import type { AudioDriver } from 'rowdesk/driver';
import { usbIdentity } from '../../lib/kernel/js/usb-identity.ts';
import { BusyCards } from './busy-cards.ts';
import { AlsaDevice } from './device.ts';
import { cardId, foundCards } from './found-cards.ts';
import { type AlsaError, loadNative } from './native.ts';

const folders = { proc: '/proc', sys: '/sys' };

const busy = new BusyCards();

const driver: AudioDriver = {
  kind: 'stagebox',
  /** Without the native part or the library no card is found; opening one says why. */
  discover() {
    try {
      const native = loadNative();
      return foundCards(native.cards(), folders, busy.look(native)).map(({ model }) => model);
    } catch {
      return [];
    }
  },
  open(model, context) {
    const native = loadNative();
    // Throws the remedy where the library is missing.
    const card = foundCards(native.cards(), folders, new Set()).find((each) => each.model.id === model.id);
    if (!card) throw new Error(`${model.label} is not there`);
    const { names } = card;
    const { address } = card.model;
    const refused = (error: AlsaError) => {
      if (names.number === undefined) busy.note(address, error);
    };
    const opened = () => busy.forget(address);
    // it may be plugged in elsewhere when it comes back
    const { number } = names;
    const identity = () => (number === undefined ? undefined : usbIdentity(folders.sys, cardId(model)));
    return new AlsaDevice(native, { model, names, proc: folders.proc, identity, refused, opened }, context);
  },
};

export default driver;
