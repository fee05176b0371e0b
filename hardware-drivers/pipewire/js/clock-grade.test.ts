import { expect, test } from 'vitest';
import { clockGrade, driverGrade } from './clock-grade.ts';

test('the name of a clock says whether a card, a network or a timer of this computer gives the time', () => {
  expect(['api.alsa.0', 'clock.system.ptp0', 'clock.system.monotonic'].map(clockGrade)).toEqual([
    'device',
    'network',
    'internal',
  ]);
});

test('a node says what gives its clock the time before it runs, by its clock, its factory or its device', () => {
  expect(
    [
      { 'factory.name': 'support.node.driver', 'clock.name': 'clock.system.ptp0' },
      { 'factory.name': 'support.null-audio-sink' },
      { 'factory.name': 'api.alsa.pcm.sink' },
      { 'factory.name': 'adapter', 'device.api': 'bluez5' },
      { 'node.name': 'other' },
    ].map(driverGrade),
  ).toEqual(['network', 'internal', 'device', 'device', undefined]);
});
