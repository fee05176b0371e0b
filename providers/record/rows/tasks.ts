import { type Row, task } from 'rowdesk/provider';
import { markFields, startFields } from '../contract.ts';
import type { TakesUnderWay } from '../takes-under-way.ts';

/** `/record/start`, `/record/stop`, `/record/split` and `/record/mark`. */
export function recordTasks(takes: TakesUnderWay): readonly Row[] {
  return [
    task('/record/start', {
      summary: 'Starts a take of what is armed; it begins with what was heard before, as preRollS says',
      extra: startFields,
      run: (_at, { name = '' }, run) => run.ready(takes.start(name)),
    }),
    task('/record/stop', {
      summary: 'Ends the take',
      run: (_at, _extra, run) => run.ready(takes.end()),
    }),
    task('/record/split', {
      summary: 'Goes on in a new part of the take, without a gap',
      continuous: false,
      run: (_at, _extra, run) => run.ready(takes.split()),
    }),
    task('/record/mark', {
      summary: 'Sets a marker at this moment of the take',
      continuous: false,
      extra: markFields,
      run: (_at, { label = '' }, run) => run.ready(takes.mark(label)),
    }),
  ];
}
