import { type Drivers, type Fields, type Row, setting } from 'rowdesk/provider';
import { oscillator } from '../contract.ts';
import type { Layout } from '../layout.ts';
import { MixerRow } from '../mixer-row.ts';
import { mutedByPanic } from '../muted-by-panic.ts';

export const oscillatorPath = '/console/oscillator';
const ofMixer = ['enabled', 'type', 'levelDb', 'frequencyHz', 'targets'] as const;

/** An oscillator that is on `whileWatched` goes off with the client that switched it on. */
export const heldOscillator = {
  ...{ path: oscillatorPath, field: 'enabled', actor: 'oscillator', label: 'Oscillator off' },
  isHeld: ({ whileWatched }: Readonly<Fields>) => whileWatched === true,
  stuck: { title: 'The oscillator can not be switched off', code: 'oscillator-stuck' },
};

/** The test tone: it comes and goes over 500 ms. It is in no history and in no scene. */
export function oscillatorRow(layout: Layout, drivers: Drivers): Row {
  const mixer = new MixerRow(drivers, oscillatorPath);
  return setting(oscillatorPath, {
    summary: 'The test tone; off after a restart and at a panic on all',
    fields: oscillator(layout, mixer),
    writable: [...ofMixer, 'whileWatched'],
    ...mixer.limits(ofMixer),
    computed: (_at, _desk, observed) => ({ mutedBy: mutedByPanic(observed) }),
    target: Object.fromEntries(ofMixer.map((field) => [field, 'mixer'])),
    life: {
      ...{ enabled: 'momentary', type: 'site', levelDb: 'site', frequencyHz: 'site', targets: 'site' },
      whileWatched: 'momentary',
    },
  });
}
