// Audio by ALSA: a sound card's own clock drives the mixer, without a server between them.
import type { AudioDriver } from 'rowdesk/driver';
import { BusyCards } from './busy-cards.ts';
import { AlsaDevice } from './device.ts';
import { foundCards } from './found-cards.ts';
import { type AlsaError, loadNative } from './native.ts';

const proc = '/proc';

const busy = new BusyCards();

const driver: AudioDriver = {
  kind: 'stagebox',
  /** Without the native part or the library no card is found; opening one says why. */
  discover() {
    try {
      const native = loadNative();
      return foundCards(native.cards(), proc, busy.look(native)).map(({ model }) => model);
    } catch {
      return [];
    }
  },
  open(model, context) {
    const native = loadNative();
    // Throws the remedy where the library is missing.
    const card = foundCards(native.cards(), proc, new Set()).find((each) => each.model.id === model.id);
    if (!card) throw new Error(`${model.label} is not there`);
    const { names } = card;
    const { address } = card.model;
    const refused = (error: AlsaError) => {
      if (names.number === undefined) busy.note(address, error);
    };
    return new AlsaDevice(native, { model, names, proc, refused, opened: () => busy.forget(address) }, context);
  },
};

export default driver;
