export const controlDetail = {
  'control.field.mode': 'Mode',
  'control.field.sensitivityPercent': 'Sensitivity',
  'control.field.maxNotches': 'Notches at most',
  'control.field.maxDepthDb': 'Depth at most',
  'control.field.liftAfterS': 'Lift after',
  'control.field.distanceM': 'Distance',
  'control.field.temperatureC': 'Temperature',
  'control.field.levelTrimDb': 'Level trim',
  'control.choice.off': 'Off',
  'control.choice.detect': 'Detect',
  'control.choice.suppress': 'Suppress',
} as const;
