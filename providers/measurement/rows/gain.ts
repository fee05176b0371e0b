import { type Row, Type, task } from 'rowdesk/provider';
import { type Layout, refsInOrder, type StripKind } from '../../console/index.ts';
import { type GainRequest, type GainTaskNeeds, gainTask } from '../gain-task.ts';

/** Kinds that a port may feed. */
export const sourceKinds: readonly StripKind[] = ['input', 'aux', 'fxReturn'];

const fields = (layout: Layout) => ({
  strips: refsInOrder(layout, sourceKinds, 'What is listened to; none: all strips that hear a source'),
  seconds: Type.Number({ minimum: 2, maximum: 60, unit: 's', default: 10, title: 'How long it listens' }),
  targetDb: Type.Number({
    ...{ minimum: -40, maximum: -6, unit: 'dBFS', default: -18 },
    title: 'Where 90 % of the playing stays below, at Post-Trim',
  }),
  clipMarginDb: Type.Number({
    ...{ minimum: 0, maximum: 30, unit: 'dB', default: 6 },
    title: 'What the highest peak stays below full scale, whatever the target is',
  }),
  apply: Type.Boolean({ default: false, title: 'Write what is proposed; else the report says it' }),
});

/** `/measurement/gain`: preamps and trims from how loud sources play. */
export function gainRow(layout: Layout, needs: GainTaskNeeds): Row {
  return task('/measurement/gain', {
    summary: 'Listens to strips while they play, and proposes or sets their preamps and trims',
    continuous: false,
    cancellable: true,
    extra: fields(layout),
    run: (_at, extra, run) => gainTask(extra as GainRequest, needs, run),
  });
}
