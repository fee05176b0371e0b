export const meter = {
  'meter.of': 'Meter of {name}, in dBFS',
  'meter.clip': 'CLIP',
  'meter.clipped': '{name} has clipped; clear',
} as const;
