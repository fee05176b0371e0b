import { liveSetting, type Row } from 'rowdesk/provider';
import { kindLabels, type Layout } from '../../console/index.ts';
import { processorAddresses, processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import type { Links } from '../links.ts';
import type { Processors } from '../processors.ts';
import { areaOf, processorId } from './processor.ts';

/** What a processor is set to: one field per parameter of what stands in the place now. */
export function valuesRow(layout: Layout, processors: Processors, links: Links): Row {
  return liveSetting('/channel/{kind}/{index}/chain/processors/{processorId}/values', {
    summary: 'What a processor is set to',
    labels: { ...kindLabels, ...processors.labels, values: '', q: 'Q' },
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors),
    fields: (at, desk) => processors.fieldsOf(desk.read(processorPath(at)).plugin),
    implies: links.ofRow,
    target: 'mixer',
    area: areaOf,
  });
}
