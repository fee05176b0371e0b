import type { strip as english } from '../en/strip.ts';

export const strip: Readonly<Record<keyof typeof english, string>> = {
  'strip.mute': 'Mute',
  'strip.solo': 'Solo',
};
