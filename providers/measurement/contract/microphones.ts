// Measuring microphones and their calibration.
import { type Static, Type } from 'rowdesk/provider';
import { microphoneIdPattern } from './settings.ts';

export const microphoneId = Type.String({ pattern: microphoneIdPattern });
export const mostMicrophones = 64;
export const mostPoints = 1024;
/** A file of so many points with long lines. */
export const mostText = 60_000;

export const lowestHz = 0.1;
export const highestHz = 200_000;
export const mostDb = 60;

export const CalibrationPoint = Type.Object(
  {
    frequencyHz: Type.Number({ minimum: lowestHz, maximum: highestHz, unit: 'Hz' }),
    levelDb: Type.Number({ minimum: -mostDb, maximum: mostDb, unit: 'dB', title: 'What it shows too much' }),
  },
  { additionalProperties: false },
);
export type CalibrationPoint = Static<typeof CalibrationPoint>;

const sensitivityDb = Type.Union([Type.Number({ unit: 'dB' }), Type.Null()], {
  title: 'The sensitivity that its file names; nothing is computed with it. null: none',
});

export const microphone = {
  name: Type.String({ minLength: 1, maxLength: 64 }),
  points: Type.Array(CalibrationPoint, {
    maxItems: mostPoints,
    title: 'In any order; of points of one frequency the last counts. None: it is taken as even',
  }),
};
export const Microphone = Type.Object({ ...microphone, sensitivityDb });
export type Microphone = Static<typeof Microphone>;
export const microphoneRow = { ...microphone, sensitivityDb };

export const microphones = {
  items: Type.Array(
    Type.Object({
      ...{ id: microphoneId, name: microphone.name, points: Type.Integer({ title: 'How many' }) },
      ...{ fromHz: Type.Number({ unit: 'Hz' }), toHz: Type.Number({ unit: 'Hz' }), sensitivityDb },
    }),
    { maxItems: mostMicrophones },
  ),
};

export const addFields = {
  name: Type.String({ maxLength: 64, default: '' }),
  text: Type.String({
    maxLength: mostText,
    default: '',
    title: 'A calibration file: comment lines, then a frequency, a level and perhaps a phase on each line',
  }),
};
export const deleteFields = {
  id: Type.String({ pattern: `^$|${microphoneIdPattern}`, default: '' }),
  confirm: Type.Boolean({ default: false }),
};
