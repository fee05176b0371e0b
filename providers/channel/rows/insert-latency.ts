import { type Row, setting, Type } from 'rowdesk/provider';
import { kindLabels, type Layout } from '../../console/index.ts';
import { processorAddresses, processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { offsetPath, pluginLatency } from '../insert-latency.ts';
import type { Links } from '../links.ts';
import type { Processors } from '../processors.ts';
import { isInsert, type Slot } from '../slots.ts';
import { areaOf, processorId } from './processor.ts';

/** The latency of an insert's plugin: what the plugin host uses, and what the operator knows better. */
export function insertLatencyRow(layout: Layout, processors: Processors, links: Links): Row {
  return setting('/channel/{kind}/{index}/chain/processors/{processorId}/latency', {
    writers: 'mix',
    summary: "The latency of an insert's plugin, and its correction by hand",
    labels: { ...kindLabels, ...processors.labels },
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors, isInsert),
    fields: {
      offsetFrames: Type.Integer({
        ...{ minimum: -8192, maximum: 8192, default: 0, unit: 'frames' },
        title: 'Added to the latency of the plugin; 0 again with the choice of another one',
      }),
      pluginFrames: Type.Integer({ unit: 'frames', title: 'What the plugin host uses, measured or told; 0 for none' }),
      frames: Type.Integer({
        unit: 'frames',
        title: 'The sum, never below 0: so late the dry sound is, and the other paths, beside a block',
      }),
    },
    writable: ['offsetFrames'],
    computed: (at, desk, observed) => {
      const path = processorPath(at);
      const pluginFrames = pluginLatency(path, processors, desk, observed);
      if (processors.hosted(desk.read(path).plugin) === undefined) return { pluginFrames, frames: 0 };
      const inUse = observed.read(offsetPath(path), 'frames')?.value;
      const sum = Math.max(0, pluginFrames + Number(desk.read(offsetPath(path)).offsetFrames));
      // Before the mixer has said what it uses.
      return { pluginFrames, frames: typeof inUse === 'number' ? inUse : sum };
    },
    implies: links.ofRow,
    watch: (_at, changed) => processors.onHosted(changed),
    target: (at) => processors.targetAt(processors.slot(at.kind, at.processorId) as Slot),
    // The first scan of a machine gives the offset its target.
    sends: { values: () => ({}), watch: (changed) => processors.onHosted(changed) },
    area: areaOf,
  });
}
