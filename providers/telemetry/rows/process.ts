import { type Row, type Time, view } from 'rowdesk/provider';
import { process } from '../contract.ts';
import { type ProcessFigures, ProcessMeter } from '../process-meter.ts';

const intervalMs = 1000;
/** Without a watcher there is nothing to compare with: one sample lasts this long. */
const sampleMs = 100;

/** What the control process uses. */
export function processRow(time: Time): Row {
  let figures: ProcessFigures | undefined;
  return view('/telemetry/process', {
    summary: 'What the control process uses of processor and memory, and how late its event loop is',
    fields: process,
    onDemand: true,
    continuous: true,
    counts: 'process',
    get: () => figures ?? sampleOnce(time),
    watch: (_at, changed) => {
      const meter = new ProcessMeter(time);
      const stop = time.every(intervalMs, () => {
        figures = meter.sample();
        changed();
      });
      return () => {
        stop();
        meter.stop();
        figures = undefined;
      };
    },
  });
}

async function sampleOnce(time: Time): Promise<ProcessFigures> {
  const meter = new ProcessMeter(time);
  await time.sleep(sampleMs);
  const figures = meter.sample();
  meter.stop();
  return figures;
}
