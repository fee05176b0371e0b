import { type Convergence, type Desk, follow, type Row, type Rows, view } from 'rowdesk/provider';
import { corrections, convergence as fields } from '../contract.ts';

/** How far the targets have come, and what had to be corrected. */
export function convergenceRows(convergence: Convergence, desk: Desk, rows: Rows): readonly Row[] {
  return [
    view('/telemetry/convergence', {
      summary: 'How far the targets have come with what the desk wants',
      fields,
      onDemand: true,
      continuous: true,
      counts: 'convergence',
      get: () => ({
        barrier: convergence.barrier,
        continuous: rows
          .templates()
          .filter(({ continuous }) => continuous)
          .map(({ template }) => template)
          .sort(),
        corrections: convergence.corrections,
        heartbeatMs: convergence.heartbeatMs,
        revision: desk.revision,
      }),
      watch: follow(
        (changed) => convergence.onBeat(changed),
        (changed) => desk.onCommit(changed),
      ),
    }),
    view('/telemetry/convergence/corrections', {
      summary: 'What had to be corrected, the newest first',
      fields: corrections,
      onDemand: true,
      continuous: true,
      counts: 'convergence',
      get: () => ({ entries: convergence.entries(), total: convergence.corrections }),
      watch: (_at, changed) => convergence.onBeat(changed),
    }),
  ];
}
