import { type Row, view } from 'rowdesk/provider';
import { type Layout, stripPath } from '../../console/index.ts';
import { meter, params } from '../contract.ts';
import type { Levels } from '../levels.ts';
import type { ChannelMeters } from '../meters.ts';
import type { Processors } from '../processors.ts';
import { stripAddresses } from '../strips.ts';

/** The levels of a strip. */
export function meterRow(layout: Layout, processors: Processors, meters: ChannelMeters): Row {
  const { meters: own } = processors;
  const shown = (levels: Levels, path: string) => shownOf(levels, path, own);
  return view('/channel/{kind}/{index}/meter', {
    summary: 'The levels of a strip, the highest since the last event',
    params,
    addresses: stripAddresses(layout),
    fields: meter(own.map(({ field }) => field)),
    onDemand: true,
    continuous: true,
    counts: 'meters',
    get: (at) => {
      const path = stripPath(at);
      const levels = meters.read();
      return levels instanceof Promise ? levels.then((later) => shown(later, path)) : shown(levels, path);
    },
    watch: (_at, changed) => meters.watch(changed),
  });
}

function shownOf(levels: Levels, path: string, meters: Processors['meters']) {
  const strip = levels.of(path);
  const processors: Record<string, number> = {};
  for (const { field, column } of meters) processors[field] = strip?.processors[column] ?? 0;
  return {
    preDb: strip?.preDb ?? [],
    postDb: strip?.postDb ?? [],
    rmsDb: strip?.rmsDb ?? [],
    peakHoldDb: strip?.peakHoldDb ?? [],
    ...processors,
    at: levels.at,
  };
}
