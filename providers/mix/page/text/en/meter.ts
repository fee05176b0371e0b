export const meter = {
  'meter.clip': 'CLIP',
  'meter.clipped': '{name} has clipped; clear',
} as const;
