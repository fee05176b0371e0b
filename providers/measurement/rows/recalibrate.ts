import { type Row, Type, task } from 'rowdesk/provider';
import { type Layout, refOrNull } from '../../console/index.ts';
import { type RecalibrateNeeds, type RecalibrateRequest, recalibrate } from '../recalibrate-task.ts';
import { sourceKinds } from './gain.ts';

const fields = (layout: Layout) => ({
  strip: refOrNull(layout, sourceKinds, {
    default: null,
    title: 'The strip whose preamp moves; a linked pair together',
  }),
  gainDb: Type.Number({
    ...{ minimum: -80, maximum: 80, unit: 'dB', default: 0 },
    title: 'The difference; the range and step of the preamp decide',
  }),
  apply: Type.Boolean({ default: false, title: 'Move it; else the report says what would change' }),
  override: Type.Boolean({ default: false, title: 'Move it also where a level can not be kept' }),
});

/** `/measurement/recalibrate`: another gain of a preamp, and the same levels everywhere. */
export function recalibrateRow(layout: Layout, needs: RecalibrateNeeds): Row {
  return task('/measurement/recalibrate', {
    summary: 'Moves a preamp and keeps what is heard: trim, thresholds, fader and sends make up for it',
    continuous: false,
    extra: fields(layout),
    run: (_at, extra, run) => run.ready(recalibrate(extra as unknown as RecalibrateRequest, needs, run)),
  });
}
