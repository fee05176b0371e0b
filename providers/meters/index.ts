// The levels of all strips at once.
import { defineProvider, type StripMeter, view } from 'rowdesk/provider';
import { Meters } from '../channel/index.ts';
import { Layout, type StripRef, stripPath } from '../console/index.ts';
import { fields } from './contract.ts';

export default defineProvider({
  name: 'meters',
  needs: { layout: Layout, meters: Meters.token },
  rows: ({ layout, meters }) => {
    const shown = (read: ReadonlyMap<string, StripMeter>, at: string) => ({
      levels: layout.all().flatMap((strip) => {
        const meter = read.get(stripPath(strip));
        return meter === undefined ? [] : [levelOf(strip, meter)];
      }),
      at,
    });
    return [
      view('/meters', {
        summary: 'The levels of all strips, the highest since the last event',
        fields,
        onDemand: true,
        continuous: true,
        counts: 'meters',
        get: () => {
          const reading = meters.read();
          if (reading instanceof Promise) return reading.then((later) => shown(later.meters, later.at));
          return shown(reading.meters, reading.at);
        },
        watch: (_at, changed) => meters.watch(changed),
      }),
    ];
  },
});

/** A hundredth of a dB is more than anybody sees, and a third of the bytes. */
const round = (level: number) => Math.round(level * 100) / 100;

function levelOf({ kind, index }: StripRef, meter: StripMeter) {
  return {
    kind,
    index,
    preDb: meter.preDb.map(round),
    postDb: meter.postDb.map(round),
    grDb: round(meter.gateReductionDb + meter.compReductionDb),
    clip: meter.clipped,
  };
}
