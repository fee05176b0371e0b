import { type Fields, liveSetting, type Row } from 'rowdesk/provider';
import { kindLabels, type Layout } from '../../console/index.ts';
import { processorAddresses, processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { pluginField } from '../hosted-processors.ts';
import type { Links } from '../links.ts';
import type { Processors } from '../processors.ts';
import type { Slot } from '../slots.ts';
import { busOf } from '../writers.ts';
import { areaOf, processorId } from './processor.ts';

/** What a processor is set to: one field per parameter of what stands in the place now. */
export function valuesRow(layout: Layout, processors: Processors, links: Links): Row {
  const slotAt = (at: { kind: Parameters<Processors['slot']>[0]; processorId: string }) =>
    processors.slot(at.kind, at.processorId) as Slot;
  return liveSetting('/channel/{kind}/{index}/chain/processors/{processorId}/values', {
    writers: 'bus',
    busOf,
    summary: 'What a processor is set to',
    labels: { ...kindLabels, ...processors.labels, values: '', q: 'Q' },
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors),
    fields: (at, desk) => processors.fieldsOf(desk.read(processorPath(at)).plugin, slotAt(at)),
    implies: links.ofRow,
    watch: (_at, changed) => processors.onHosted(changed),
    target: (at, desk) => {
      const slot = slotAt(at);
      return processors.valuesTargetAt(slot, slot.isHosted ? desk.read(processorPath(at)).plugin : slot.plugins[0]);
    },
    sends: {
      values: (at, desk): Fields => {
        if (!slotAt(at).isHosted) return {};
        const { plugin } = desk.read(processorPath(at));
        return { [pluginField]: processors.hosted(plugin) === undefined ? '' : plugin };
      },
      watch: (changed) => processors.onHosted(changed),
    },
    area: areaOf,
  });
}
