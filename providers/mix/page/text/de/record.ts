import type { record as english } from '../en/record.ts';

export const record: Readonly<Record<keyof typeof english, string>> = {
  'record.take': 'Aufnahme',
  'record.how': 'Wie aufgenommen wird',
  'record.tracks': 'Spuren',
  'record.onFaders': 'An den Fadern wählen',
  'record.stays': 'Spuren und Format bleiben, solange aufgenommen wird.',
  'record.programme': 'Programm',
  'record.programme.about': 'Busse, die neben den Spuren aufgenommen werden, hinter ihren Fadern',
  'record.name': 'Name der Aufnahme',
  'record.start': 'Start',
  'record.stop': 'Stopp',
  'record.split': 'Neuer Teil',
  'record.label': 'Name der Marke',
  'record.mark': 'Marke',
  'record.remaining': 'Restzeit auf der Platte',
  'record.freeSpace': 'Platz auf der Platte',
  'record.memory': 'Speicher für die scharfen Kanäle',
  'record.buffer': 'Wartet auf die Platte',
  'record.dropouts': 'Aussetzer dieser Aufnahme',
  'record.strips': 'Kanäle ab {from}',
  'record.all': 'Alle, {from}–{to}',
};
