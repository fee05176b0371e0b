import { expect, test } from 'vitest';
import { mendedAt } from './mended.ts';

test.each([
  ['/channel/input/3', 'strip-fault', 'strip/input/3'],
  ['/channel/input/3/hrp', 'howling', 'strip/input/3/feedback'],
  ['/channel/mix/2/chain/processors/insert1', 'plugin-dry', 'strip/mix/2/insert1'],
  ['/stagebox/usb%3A1', 'half-box', 'show/boxes/usb:1'],
  ['/record', 'record-disk-full', 'show/record'],
  ['/takes/2026', 'take-recovered', 'show/takes/2026'],
  ['/talkback/1', 'talkback-stuck', 'show/listen'],
  ['', 'clock-lost', 'show/clock'],
  ['', 'machine-overloaded', undefined],
  ['/elsewhere', 'of-another', undefined],
])('what %j warns of by %s is mended at %s', (path, code, at) => {
  expect(mendedAt(path, code)?.join('/')).toBe(at);
});
