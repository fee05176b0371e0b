import { type Drivers, type Row, setting } from 'rowdesk/provider';
import { kindLabels, type Layout, MixerRow } from '../../console/index.ts';
import { processorAddresses } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import type { Links } from '../links.ts';
import type { Processors } from '../processors.ts';
import type { Slot } from '../slots.ts';
import { busOf } from '../writers.ts';
import { areaOf, processorId } from './processor.ts';

const template = '/channel/{kind}/{index}/chain/processors/{processorId}/key';
const fields = ['source', 'filterEnabled', 'filterType', 'frequencyHz'] as const;

/** What the detector of a processor listens to. A strip may be its own key: that is its Post-Trim. */
export function keyRow(layout: Layout, processors: Processors, links: Links, drivers: Drivers): Row {
  const mixer = new MixerRow(drivers, template);
  return setting(template, {
    writers: 'bus',
    busOf,
    summary: 'What the detector of a processor listens to',
    labels: { ...kindLabels, ...processors.labels },
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors, ({ isKeyed }) => isKeyed),
    fields: {
      source: mixer.strip('source', layout, 'The strip whose Post-Trim it follows; null for what it processes itself'),
      filterEnabled: mixer.boolean('filterEnabled'),
      filterType: mixer.choice('filterType'),
      frequencyHz: mixer.number('frequencyHz'),
    },
    writable: fields,
    ...mixer.limits(fields),
    implies: links.ofRow,
    target: (at) => processors.targetAt(processors.slot(at.kind, at.processorId) as Slot),
    // The first scan of a machine gives the key of an insert its target.
    sends: { values: () => ({}), watch: (changed) => processors.onHosted(changed) },
    area: areaOf,
  });
}
