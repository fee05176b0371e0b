import type { strip as english } from '../en/strip.ts';

export const strip: Readonly<Record<keyof typeof english, string>> = {
  'strip.mute': 'Mute',
  'strip.solo': 'Solo',
  'strip.number.input': 'In {index}',
  'strip.number.fxReturn': 'FX-Return {index}',
  'strip.number.aux': 'Aux {index}',
  'strip.number.mix': 'Mix {index}',
  'strip.number.matrix': 'Matrix {index}',
  'strip.number.cue': 'Cue {index}',
  'strip.number.main': 'Main {index}',
  'strip.number.fxSend': 'FX {index}',
  'strip.number.dca': 'DCA {index}',
  'strip.number.muteGroup': 'Mutegruppe {index}',
  'strip.number.mixMinus': 'Mix-Minus {index}',
};
