import { liveSetting, type Row } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { processorAddresses, processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import type { Processors } from '../processors.ts';
import { processorId } from './processor.ts';

/** What the plugin of an insert or an effect measures: a gain reduction, a level. One field for each of its control outputs. */
export function readingsRow(layout: Layout, processors: Processors): Row {
  return liveSetting('/channel/{kind}/{index}/chain/processors/{processorId}/readings', {
    summary: 'What the plugin of an insert or an effect measures; null before it has said anything',
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors, ({ isHosted }) => isHosted),
    fields: (at, desk) => processors.readingsOf(desk.read(processorPath(at)).plugin),
    computed: (at, desk, observed) => {
      const path = processorPath(at);
      const { fields } = processors.readingsOf(desk.read(path).plugin);
      return Object.fromEntries(
        Object.keys(fields).map((symbol) => [symbol, observed.read(`${path}/readings`, symbol)?.value ?? null]),
      );
    },
    isReadOnly: true,
    watch: (_at, changed) => processors.onHosted(changed),
    atMostEveryMs: 100,
  });
}
