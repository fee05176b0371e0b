import { type Row, setting } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { align, params } from '../contract.ts';
import { stripAddresses } from '../strips.ts';

/** The align delay of a strip. */
export function alignRow(layout: Layout): Row {
  return setting('/channel/{kind}/{index}/align', {
    summary: 'The delay that aligns a strip with others',
    params,
    addresses: stripAddresses(layout),
    fields: align,
    writable: ['delayMs', 'reference'],
    area: 'align',
  });
}
