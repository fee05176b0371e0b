import { type Row, setting } from 'rowdesk/provider';
import { type Layout, stripName } from '../../console/index.ts';
import { align, params } from '../contract.ts';
import { carriesSound } from '../kinds.ts';
import type { Links } from '../links.ts';
import { stripAddresses } from '../strips.ts';

const toMixer = { delayMs: 'mixer' } as const;

/** The align delay of a strip. */
export function alignRow(layout: Layout, links: Links): Row {
  const sounding = layout.all().filter(({ kind }) => carriesSound(kind));
  return setting('/channel/{kind}/{index}/align', {
    summary: 'The delay that aligns a strip with others',
    params,
    addresses: stripAddresses(layout),
    fields: align(sounding.map(stripName)),
    writable: ['delayMs', 'reference'],
    implies: links.ofRow,
    // What has no sound keeps its delay, as interface.md has it for every kind; there is nothing to be delayed.
    target: ({ kind }) => (carriesSound(kind) ? toMixer : undefined),
    area: 'align',
  });
}
