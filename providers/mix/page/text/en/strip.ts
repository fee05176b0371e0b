export const strip = {
  'strip.mute': 'Mute',
  'strip.solo': 'Solo',
} as const;
