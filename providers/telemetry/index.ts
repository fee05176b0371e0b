// How the desk itself is doing.
import { Audio, Convergence, Desk, defineProvider, Graph, Perf, Rows, Time, view, Watching } from 'rowdesk/provider';
import { counters, perf as perfFields, subscription } from './contract.ts';
import { Latencies } from './latencies.ts';
import { convergenceRows } from './rows/convergence.ts';
import { latencyRow } from './rows/latency.ts';
import { processRow } from './rows/process.ts';
import { realTimeRow } from './rows/real-time.ts';

export { Latencies } from './latencies.ts';

const perfIntervalMs = 1000;

export default defineProvider({
  name: 'telemetry',
  needs: {
    audio: Audio,
    convergence: Convergence,
    desk: Desk,
    graph: Graph,
    perf: Perf,
    rows: Rows,
    time: Time,
    watching: Watching,
  },
  offers: { latencies: Latencies.token },
  services: ({ audio, graph }) => ({ latencies: new Latencies(audio, graph) }),
  rows: ({ audio, convergence, desk, perf, rows, time, watching, offered }) => [
    ...convergenceRows(convergence, desk, rows),
    latencyRow(offered.latencies, time),
    processRow(time),
    realTimeRow(audio, time),
    view('/telemetry/perf', {
      summary: 'How long named operations take',
      fields: perfFields,
      continuous: true,
      get: () => ({ enabled: true, ops: perf.ops }),
      watch: (_at, changed) => time.every(perfIntervalMs, changed),
    }),
    view('/telemetry/subscription', {
      summary: 'How many watchers each stream has',
      fields: subscription,
      continuous: true,
      get: () => {
        const counts = watching.counts();
        return Object.fromEntries(counters.map((counter) => [counter, counts[counter] ?? 0]));
      },
      watch: (_at, changed) => watching.onCounts(changed),
    }),
  ],
});
