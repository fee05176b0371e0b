// Plugins whose delay is an effect: an echo that is all wet looks like a latency to an impulse, and no path is to wait for it.
import type { PluginDescription } from 'rowdesk/driver';

const effects = /delay|echo|reverb|chorus|flanger|phaser|modulator|spatial|generator|oscillator|instrument/i;

/** What it tells of its latency stands, whatever an impulse says. */
export const isBelieved = ({ class: name }: Pick<PluginDescription, 'class'>): boolean => effects.test(name);
