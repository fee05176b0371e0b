import type { Texts } from './text.ts';

export const de: Texts = {
  'desk.lost': 'Keine Antwort vom Pult',
  'desk.waiting': 'Warte auf das Pult',
  'strip.mute': 'Mute',
  'strip.solo': 'Solo',
};
