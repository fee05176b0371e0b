import type { meter as english } from '../en/meter.ts';

export const meter: Readonly<Record<keyof typeof english, string>> = {
  'meter.of': 'Pegel von {name}, in dBFS',
  'meter.clip': 'CLIP',
  'meter.clipped': '{name} hat übersteuert; löschen',
};
