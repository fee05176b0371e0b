// Of files: the whole desk, and a session.
export const showBackup = {
  'show.part.backup': 'Backup',
  'show.backup.save': 'Save everything',
  'show.backup.about': 'Rows, scenes, sessions, patches, media and configuration as one file; recordings stay here.',
  'show.backup.fetch': 'Fetch the file',
  'show.backup.load': 'Load a file',
  'show.backup.sending': 'The file is sent and checked.',
  'show.backup.fits': 'All of it fits this desk.',
  'show.backup.misfits': 'Does not fit, and is left out:',
  'show.backup.wouldChange': '{count} values change.',
  'show.backup.restore': 'Restore',
  'show.backup.phantom': 'Switch 48 V on too',
  'show.backup.replaced': 'Files that are replaced: {names}',
  'show.backup.smaller': '{kind}: the backup has {backup} strips, this desk {desk}',
  'show.backup.done': 'Restored.',
  'show.sessionFile.save': 'As a file',
  'show.sessionFile.load': 'Load a session file',
} as const;
