import { type Row, setting, Type } from 'rowdesk/provider';
import { kindLabels, type Layout, refOrNull, stripKinds } from '../../console/index.ts';
import { processorAddresses } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { carriesSound } from '../kinds.ts';
import type { Links } from '../links.ts';
import type { Processors } from '../processors.ts';
import { areaOf, chainLabels, processorId } from './processor.ts';

/** What the detector of a gate or compressor listens to. A strip may be its own key: that is its Post-Trim. */
export function keyRow(layout: Layout, processors: Processors, links: Links): Row {
  return setting('/channel/{kind}/{index}/chain/processors/{processorId}/key', {
    summary: 'What a gate or compressor listens to',
    labels: { ...kindLabels, ...chainLabels },
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors, ({ isKeyed }) => isKeyed),
    fields: {
      source: refOrNull(layout, stripKinds.filter(carriesSound), {
        default: null,
        title: 'The strip whose Post-Trim it follows; null for what it processes itself',
      }),
      filterEnabled: Type.Boolean({ default: false }),
      filterType: Type.Enum(['lowCut', 'highCut', 'bandPass'], { default: 'lowCut' }),
      frequencyHz: Type.Number({ minimum: 20, maximum: 20000, unit: 'Hz', default: 100 }),
    },
    writable: ['source', 'filterEnabled', 'filterType', 'frequencyHz'],
    implies: links.ofRow,
    target: 'mixer',
    area: areaOf,
  });
}
