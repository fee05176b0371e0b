import { expect, test } from 'vitest';
import { followerOption, majorVersion } from './linuxptp.ts';

test.each([
  ['3.1.1\n', 'slaveOnly'],
  ['4.2', 'clientOnly'],
  ['v10.0-rc1', 'clientOnly'],
  ['', 'slaveOnly (clientOnly from linuxptp 4 on)'],
  ['unknown', 'slaveOnly (clientOnly from linuxptp 4 on)'],
])('a ptp4l of version "%s" knows %s', (said, option) => {
  expect(followerOption(majorVersion(said))).toBe(option);
});
