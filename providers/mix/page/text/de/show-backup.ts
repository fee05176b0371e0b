import type { showBackup as english } from '../en/show-backup.ts';

export const showBackup: Readonly<Record<keyof typeof english, string>> = {
  'show.part.backup': 'Sicherung',
  'show.backup.save': 'Alles sichern',
  'show.backup.about':
    'Zeilen, Szenen, Sitzungen, Patches, Medien und Einrichtung als eine Datei; Aufnahmen bleiben hier.',
  'show.backup.fetch': 'Datei holen',
  'show.backup.load': 'Datei laden',
  'show.backup.sending': 'Die Datei wird gesendet und geprüft.',
  'show.backup.fits': 'Alles davon passt auf dieses Pult.',
  'show.backup.misfits': 'Passt nicht und bleibt weg:',
  'show.backup.wouldChange': '{count} Werte ändern sich.',
  'show.backup.restore': 'Wiederherstellen',
  'show.backup.phantom': '48 V auch einschalten',
  'show.backup.replaced': 'Dateien, die ersetzt werden: {names}',
  'show.backup.smaller': '{kind}: die Sicherung hat {backup} Züge, dieses Pult {desk}',
  'show.backup.done': 'Wiederhergestellt.',
  'show.sessionFile.save': 'Als Datei',
  'show.sessionFile.load': 'Sitzungsdatei laden',
};
