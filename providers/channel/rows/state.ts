import { type Row, setting, Type } from 'rowdesk/provider';
import { kindLabels, type Layout } from '../../console/index.ts';
import { pluginState, stateId } from '../../plugins/index.ts';
import { processorAddresses, processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import type { Processors } from '../processors.ts';
import { areaOf, processorId } from './processor.ts';

/** What the plugin of an insert or an effect keeps beside its values: what its values are to scenes and undo, this is too. */
export function stateRow(layout: Layout, processors: Processors): Row {
  return setting('/channel/{kind}/{index}/chain/processors/{processorId}/state', {
    writers: 'mix',
    summary:
      'The state of the plugin of an insert or an effect, beside its values, by the name that the plugin host keeps it under',
    labels: { ...kindLabels, ...processors.labels },
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors, ({ isHosted }) => isHosted),
    fields: {
      [pluginState]: Type.String({
        pattern: `^(${stateId})?$`,
        default: '',
        changesAtTarget: true,
        title:
          'Changes as the plugin does; writing an earlier one loads that; empty: none was kept, and none is loaded',
      }),
    },
    writable: [pluginState],
    target: (at, desk) => processors.stateTargetOf(desk.read(processorPath(at)).plugin),
    // The first scan of a machine gives it its target.
    sends: { values: () => ({}), watch: (changed) => processors.onHosted(changed) },
    area: areaOf,
  });
}
