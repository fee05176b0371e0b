import { type Audio, follow, type Row, Type, view } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { processorPath } from '../chain-addresses.ts';
import { params, tapPoints } from '../contract.ts';
import { insertLatencyMs } from '../insert-latency.ts';
import type { Processors } from '../processors.ts';
import { stripAddresses } from '../strips.ts';

const order = Type.Array(
  Type.Object({
    processorId: Type.String(),
    kind: Type.String(),
    label: Type.String(),
    tapPoint: Type.Enum([...tapPoints]),
    sort: Type.Number(),
    enabled: Type.Boolean(),
  }),
  { title: 'In the order of the sound' },
);

const latency = Type.Number({
  unit: 'ms',
  title:
    'How late its inserts make it: a block and its own latency for each plugin, the way there and back for hardware',
});

/** The processors of a strip. */
export function chainRow(layout: Layout, processors: Processors, audio: Audio): Row {
  return view('/channel/{kind}/{index}/chain', {
    summary: 'The processors of a strip, in the order of the sound',
    params,
    addresses: stripAddresses(layout),
    fields: { order, insertLatencyMs: latency },
    get: (at, desk, observed) => ({
      insertLatencyMs: insertLatencyMs(at, { audio, processors }, desk, observed),
      order: processors.chain(at.kind).map(({ processorId, kind, label, tapPoint, sort }) => {
        const { enabled, plugin } = desk.read(processorPath({ ...at, processorId }));
        const shown = processors.get(plugin)?.label ?? label;
        return { processorId, kind, label: shown, tapPoint, sort, enabled: enabled as boolean };
      }),
    }),
    watch: follow(audio, (changed) => processors.onHosted(changed)),
  });
}
