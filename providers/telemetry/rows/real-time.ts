import { type Audio, type RealTimeFigures, type Row, view } from 'rowdesk/provider';
import { realTime } from '../contract.ts';

const intervalMs = 1000;

const stopped: RealTimeFigures = {
  processId: 0,
  xruns: 0,
  lastXrunAt: '',
  dspLoadPercent: 0,
  dspLoadMaxPercent: 0,
  blockUs: 0,
  wakeupJitterUs: 0,
  quantum: 0,
  rate: 0,
  policy: '',
  priority: 0,
};

/** How the audio thread keeps its deadlines. */
export function realTimeRow(audio: Audio): Row {
  let figures: RealTimeFigures | undefined;
  return view('/telemetry/rt', {
    summary: 'How the audio thread keeps its deadlines',
    fields: realTime,
    onDemand: true,
    continuous: true,
    counts: 'rt',
    get: () => figures ?? audio.realTime ?? stopped,
    watch: (_at, changed) => {
      const stop = audio.readRealTime(intervalMs, (read) => {
        figures = read;
        changed();
      });
      return () => {
        stop();
        figures = undefined;
      };
    },
  });
}
