// Audio by ALSA: a sound card's own clock drives the mixer, without a server between them.
import type { AudioDriver } from 'rowdesk/driver';
import { AlsaDevice } from './device.ts';
import { type FoundCard, foundCards } from './found-cards.ts';
import { loadNative } from './native.ts';

const proc = '/proc';

/** Without the native part or the library no card is found; opening one says why. */
function found(): readonly FoundCard[] {
  try {
    return foundCards(loadNative().cards(), proc);
  } catch {
    return [];
  }
}

const driver: AudioDriver = {
  kind: 'stagebox',
  discover: () => found().map(({ model }) => model),
  open(model, context) {
    const native = loadNative();
    // Throws the remedy where the library is missing.
    const card = foundCards(native.cards(), proc).find((each) => each.model.id === model.id);
    if (!card) throw new Error(`${model.label} is not there`);
    return new AlsaDevice(native, { model, names: card.names, proc }, context);
  },
};

export default driver;
