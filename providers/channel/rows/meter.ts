import { type Row, type StripMeter, view } from 'rowdesk/provider';
import { type Layout, stripPath } from '../../console/index.ts';
import { meter, params } from '../contract.ts';
import type { Meters } from '../meters.ts';
import { stripAddresses } from '../strips.ts';

/** The levels of a strip. */
export function meterRow(layout: Layout, meters: Meters): Row {
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
      const reading = meters.read();
      if (reading instanceof Promise) return reading.then((later) => shown(later.meters.get(path), later.at));
      return shown(reading.meters.get(path), reading.at);
    },
    watch: (_at, changed) => meters.watch(changed),
  });
}

function shown(meter: StripMeter | undefined, at: string) {
  return {
    preDb: meter?.preDb ?? [],
    postDb: meter?.postDb ?? [],
    rmsDb: meter?.rmsDb ?? [],
    peakHoldDb: meter?.peakHoldDb ?? [],
    gateReductionDb: meter?.gateReductionDb ?? 0,
    compReductionDb: meter?.compReductionDb ?? 0,
    at,
  };
}
