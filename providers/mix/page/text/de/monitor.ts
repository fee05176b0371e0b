import type { monitor as english } from '../en/monitor.ts';

export const monitor: Readonly<Record<keyof typeof english, string>> = {
  'monitor.choose': 'Welchen Mix hörst du?',
  'monitor.none': 'Dieses Pult hat keine Mixe.',
  'monitor.change': 'Anderer Mix',
  'monitor.lock': 'Sperren',
  'monitor.locked': 'Gesperrt · halten zum Öffnen',
  'monitor.moreMe': 'Mehr von mir',
  'monitor.more': 'Mehr von mir',
  'monitor.less': 'Weniger von mir',
  'monitor.chooseMe': 'Tippe „ich“ bei den Kanälen an, die deine sind.',
  'monitor.me': 'ich',
  'monitor.isMe': '{name} bin ich',
  'monitor.against': '{level} gegen den Rest',
  'monitor.group': '{count} Kanäle',
  'monitor.send': '{name}, in meinem Mix',
  'monitor.all': 'Alle {count} Sends',
  'monitor.fewer': 'Weniger zeigen',
  'monitor.volume': 'Lautstärke meines Mix',
  'monitor.fence':
    'Diese Seite hält dich bei deinem Mix; sie ist ein Zaun, keine Mauer: Wer die anderen Seiten des Pults öffnet, kann alles ändern.',
};
