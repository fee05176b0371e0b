import { type Drivers, type Row, setting } from 'rowdesk/provider';
import { kindLabels, type Layout, MixerRow, stripPath } from '../../console/index.ts';
import { params, speakerAlign } from '../contract.ts';
import type { Links } from '../links.ts';
import { stripAddresses } from '../strips.ts';
import { busOf } from '../writers.ts';

const template = '/channel/{kind}/{index}/speakerAlign';
const ofMixer = ['enabled', 'delayMs', 'distanceM', 'temperatureC', 'levelTrimDb', 'polarityInverted'] as const;
const toMixer = Object.fromEntries(ofMixer.map((field) => [field, 'mixer']));

/** The alignment of the speakers that a strip is played on. */
export function speakerAlignRow(layout: Layout, links: Links, drivers: Drivers): Row {
  const mixer = new MixerRow(drivers, template);
  return setting(template, {
    writers: 'bus',
    busOf,
    summary: 'Delay, trim and polarity of the speakers of a strip, at the outputs of the device only',
    labels: kindLabels,
    params,
    addresses: stripAddresses(layout),
    fields: speakerAlign(mixer),
    writable: [...ofMixer, 'reference'],
    computed: (at, _desk, observed) => {
      const applied = observed.read(`${stripPath(at)}/speakerAlign`, 'appliedDelayMs');
      return { appliedDelayMs: Number(applied?.value ?? 0) };
    },
    ...mixer.limits(ofMixer),
    implies: links.ofRow,
    // As `align` has it: what has no speakers keeps its settings.
    target: ({ kind }) => (mixer.isOn(kind, 'enabled') ? toMixer : undefined),
    // interface.md 6.4 leaves it out of the barrier.
    continuous: true,
    area: 'speakerAlign',
  });
}
