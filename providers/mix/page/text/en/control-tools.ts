/** Choices of the tools and of recordings. */
export const controlTools = {
  'control.choice.sweep': 'Sweep',
  'control.choice.pink': 'Pink noise',
  'control.choice.programme': 'Programme',
  'control.choice.both': 'Both',
  'control.choice.left': 'Left',
  'control.choice.right': 'Right',
  'control.choice.push': 'While held',
  'control.choice.latch': 'On and off',
  'control.choice.auto': 'Both',
  'control.choice.flac': 'FLAC',
  'control.choice.wav': 'WAV',
} as const;
