import type { frame as english } from '../en/frame.ts';

export const frame: Readonly<Record<keyof typeof english, string>> = {
  'frame.lost': 'Keine Antwort vom Pult',
  'frame.waiting': 'Warte auf das Pult',
};
