import { expect, test } from 'vitest';
import { CrashCounter } from './crash-counter.ts';

const minute = 60_000;

test('the third crash within five minutes sets a package aside, with how it ended', () => {
  const crashes = new CrashCounter();
  expect(crashes.count('usb-box', 'by SIGSEGV', 0)).toBe(false);
  expect(crashes.count('usb-box', 'by SIGSEGV', 2 * minute)).toBe(false);
  expect(crashes.reason('usb-box')).toBeUndefined();
  expect(crashes.count('usb-box', 'by SIGBUS', 4 * minute)).toBe(true);
  expect(crashes.reason('usb-box')).toMatch(/3 times within 5 minutes.*SIGBUS/);
});

test('crashes that lie further apart, or are of different packages, set nothing aside', () => {
  const crashes = new CrashCounter();
  for (let at = 0; at < 30 * minute; at += 3 * minute) expect(crashes.count('usb-box', '', at)).toBe(false);
  expect(crashes.count('other', '', 30 * minute)).toBe(false);
  expect(crashes.count('other', '', 30 * minute)).toBe(false);
  expect(crashes.reason('usb-box')).toBeUndefined();
});
