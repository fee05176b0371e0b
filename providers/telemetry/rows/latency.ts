import { type FieldsOf, type Row, type Time, view } from 'rowdesk/provider';
import { latency } from '../contract.ts';
import type { Latencies } from '../latencies.ts';

const intervalMs = 1000;

type Latency = FieldsOf<typeof latency>;

/** How long sound is under way through the desk. */
export function latencyRow(latencies: Latencies, time: Time): Row {
  let latest: Latency | undefined;
  const look = async (): Promise<Latency> => {
    const report = (await latencies.report()) ?? null;
    return { at: report === null ? null : new Date(time.now()).toISOString(), report };
  };
  return view('/telemetry/latency', {
    summary: 'How long sound is under way from each source to each output, as the mixer is now',
    fields: latency,
    onDemand: true,
    continuous: true,
    counts: 'latency',
    get: () => latest ?? look(),
    watch: (_at, changed) => {
      let isWatched = true;
      const stop = time.every(intervalMs, async () => {
        const now = await look();
        if (!isWatched) return;
        latest = now;
        changed();
      });
      return () => {
        isWatched = false;
        latest = undefined;
        stop();
      };
    },
  });
}
