import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { whyNotOpen } from './reasons.ts';

const { EBUSY, EACCES, ENODEV, EINVAL } = constants.errno;
const why = (errno: number, heldBy = '') =>
  whyNotOpen(Object.assign(new Error('hw:CARD=USB gives no period'), { errno }), {
    id: 'alsa-USB',
    label: 'Scarlett',
    heldBy,
  });

test('a card that PipeWire has is named with its holder, and both ways out', () => {
  const words = why(EBUSY, 'pipewire (process 812)');
  expect(words).toContain('Scarlett is in use by pipewire (process 812).');
  expect(words).toContain('pactl set-card-profile');
  expect(words).toContain('take alsa-USB out of "devices"');
});

test('a card that another program has, a missing permission and a card that is gone have their remedies', () => {
  expect(why(EBUSY, 'arecord (process 9)')).toContain('To have it here, end that program');
  expect(why(EBUSY)).toContain('in use by another program');
  expect(why(EACCES)).toContain('sudo usermod -aG audio');
  expect(why(ENODEV)).toBe('Scarlett is not there');
  expect(why(EINVAL)).toBe('hw:CARD=USB gives no period');
});
