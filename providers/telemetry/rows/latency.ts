import { type Audio, type FieldsOf, type Graph, type Row, type Time, view } from 'rowdesk/provider';
import { latency } from '../contract.ts';
import { latencyReport } from '../latency-report.ts';

const intervalMs = 1000;

type Latency = FieldsOf<typeof latency>;

/** How long sound is under way through the desk. */
export function latencyRow(audio: Audio, graph: Graph, time: Time): Row {
  let latest: Latency | undefined;
  const look = async (): Promise<Latency> => {
    // a mixer that can't be asked is as good as none
    const report = (await latencyReport(audio, graph).catch(() => undefined)) ?? null;
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
