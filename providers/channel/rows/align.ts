import { type Drivers, type Row, setting } from 'rowdesk/provider';
import { kindLabels, type Layout, MixerRow } from '../../console/index.ts';
import { align, params } from '../contract.ts';
import { carriesSound } from '../kinds.ts';
import type { Links } from '../links.ts';
import { stripAddresses } from '../strips.ts';
import { busOf } from '../writers.ts';

const template = '/channel/{kind}/{index}/align';
const toMixer = { delayMs: 'mixer' } as const;

/** The align delay of a strip. */
export function alignRow(layout: Layout, links: Links, drivers: Drivers): Row {
  const mixer = new MixerRow(drivers, template);
  return setting(template, {
    writers: 'bus',
    busOf,
    summary: 'The delay that aligns a strip with others',
    labels: kindLabels,
    params,
    addresses: stripAddresses(layout),
    fields: align(mixer),
    writable: ['delayMs', 'reference'],
    ...mixer.limits(['delayMs']),
    implies: links.ofRow,
    // What has no sound keeps its delay, as interface.md has it for every kind; there is nothing to be delayed.
    target: ({ kind }) => (carriesSound(kind) ? toMixer : undefined),
    area: 'align',
  });
}
