import { expect, test } from 'vitest';
import { clockGrade } from './clock-grade.ts';

test('the name of a clock says whether a card, a network or a timer of this computer gives the time', () => {
  expect(['api.alsa.0', 'clock.system.ptp0', 'clock.system.monotonic'].map(clockGrade)).toEqual([
    'device',
    'network',
    'internal',
  ]);
});
