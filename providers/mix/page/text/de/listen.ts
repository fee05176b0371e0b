import type { listen as english } from '../en/listen.ts';

export const listen: Readonly<Record<keyof typeof english, string>> = {
  'listen.cue': 'Abhören: was auf Solo steht',
  'listen.nowhere': 'Ein Solo ist noch nirgends zu hören: Ausgänge wählen.',
  'listen.propose': 'An {left} und {right} hören',
  'listen.left': 'Linker Ausgang',
  'listen.right': 'Rechter Ausgang',
  'listen.none': 'keiner',
  'listen.inputMode': 'Eingänge',
  'listen.busMode': 'Busse',
  'listen.exclusive': 'Nur ein Solo',
  'listen.dim': 'Dim',
  'listen.dimDb': 'Dim um',
  'listen.mono': 'Mono',
  'listen.muted': 'Abhören stumm',
  'listen.delayMs': 'Verzögerung',
  'listen.talkback': 'Talkback {id}',
  'listen.microphone': 'Mikrofon',
  'listen.mode': 'Taste',
  'listen.dimBusesDb': 'Ziele leiser um',
  'listen.maxOnS': 'Aus nach',
  'listen.destinations': 'Zu hören in',
};
