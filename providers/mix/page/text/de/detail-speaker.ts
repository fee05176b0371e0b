import type { detailSpeaker as english } from '../en/detail-speaker.ts';

export const detailSpeaker: Readonly<Record<keyof typeof english, string>> = {
  'detail.feedback': 'Feedback',
  'detail.hold': 'halten',
  'detail.howls': 'Es pfeift',
  'detail.headroom': '{level} unter dem letzten Pfeifen',
  'detail.ringOut':
    'Einpfeifen vor der Show: einschalten, den Pegel langsam heben, bis eine Kerbe jedes Pfeifen hält, dann die Kerben als feste behalten und um 6 dB zurückgehen.',
  'detail.fix': 'Bewegliche Kerben behalten',
  'detail.reset.live': 'Bewegliche Kerben lösen',
  'detail.reset.fixed': 'Feste Kerben löschen',
  'detail.reset.all': 'Alle Kerben löschen',
  'detail.notches.live': 'Bewegliche Kerben',
  'detail.notches.fixed': 'Feste Kerben',
  'detail.notches.none': 'keine',
  'detail.candidates': 'Pfeift vielleicht als Nächstes',
  'detail.candidate': '{hertz} pfeift vielleicht',
  'detail.speaker': 'Lautsprecher',
  'detail.speaker.with': 'Abgestimmt auf',
  'detail.speaker.sum': '{delay} + {metres} m bei {degrees} °C ({travel}) = {sum}',
  'detail.speaker.applied': 'Jetzt verzögert: {delay}',
  'detail.measured': 'Gemessen, während es spielt',
  'detail.measured.waiting': 'Noch nichts gemessen: einen Kanal nennen, der dasselbe spielt.',
  'detail.measured.offsetMs': 'Später als sein Bezug, vor den Verzögerungen',
  'detail.measured.offsetAfterDelayMs': 'Nach den Verzögerungen',
  'detail.measured.confidence': 'Sicherheit',
  'detail.setGain': 'Gain einstellen…',
};
