import type { controlDetail as english } from '../en/control-detail.ts';

export const controlDetail: Readonly<Record<keyof typeof english, string>> = {
  'control.field.mode': 'Art',
  'control.field.sensitivityPercent': 'Empfindlichkeit',
  'control.field.maxNotches': 'Kerben höchstens',
  'control.field.maxDepthDb': 'Tiefe höchstens',
  'control.field.liftAfterS': 'Lösen nach',
  'control.field.distanceM': 'Abstand',
  'control.field.temperatureC': 'Temperatur',
  'control.field.levelTrimDb': 'Pegelabgleich',
  'control.choice.off': 'Aus',
  'control.choice.detect': 'Erkennen',
  'control.choice.suppress': 'Unterdrücken',
};
