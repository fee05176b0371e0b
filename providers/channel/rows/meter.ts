import { type Row, view } from 'rowdesk/provider';
import { type Layout, stripPath } from '../../console/index.ts';
import { meter, params } from '../contract.ts';
import type { Levels } from '../levels.ts';
import type { ChannelMeters } from '../meters.ts';
import { stripAddresses } from '../strips.ts';

/** The levels of a strip. */
export function meterRow(layout: Layout, meters: ChannelMeters): Row {
  return view('/channel/{kind}/{index}/meter', {
    summary: 'The levels of a strip, the highest since the last event',
    params,
    addresses: stripAddresses(layout),
    fields: meter,
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

function shown(levels: Levels, path: string) {
  const strip = levels.of(path);
  return {
    preDb: strip?.preDb ?? [],
    postDb: strip?.postDb ?? [],
    rmsDb: strip?.rmsDb ?? [],
    peakHoldDb: strip?.peakHoldDb ?? [],
    gateReductionDb: strip?.gateReductionDb ?? 0,
    compReductionDb: strip?.compReductionDb ?? 0,
    at: levels.at,
  };
}
