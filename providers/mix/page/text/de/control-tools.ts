import type { controlTools as english } from '../en/control-tools.ts';

export const controlTools: Readonly<Record<keyof typeof english, string>> = {
  'control.choice.sweep': 'Sweep',
  'control.choice.pink': 'Rosa Rauschen',
  'control.choice.programme': 'Programm',
  'control.choice.both': 'Beide',
  'control.choice.left': 'Links',
  'control.choice.right': 'Rechts',
  'control.choice.push': 'Solange gedrückt',
  'control.choice.latch': 'An und aus',
  'control.choice.auto': 'Beides',
  'control.choice.flac': 'FLAC',
  'control.choice.wav': 'WAV',
};
