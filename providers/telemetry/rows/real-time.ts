import { type Audio, grantedOf, type RealTimeFigures, type Row, stopAll, type Time, view } from 'rowdesk/provider';
import { realTime } from '../contract.ts';

const intervalMs = 1000;
/** An audio process whose JavaScript does not answer in this time, that was granted, has no figures. */
const timeoutMs = 500;

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
export function realTimeRow(audio: Audio, time: Time): Row {
  let figures: RealTimeFigures | undefined;
  return view('/telemetry/rt', {
    summary: 'How the audio thread keeps its deadlines',
    fields: realTime,
    onDemand: true,
    continuous: true,
    counts: 'rt',
    get: () => (audio.clock.driving === '' ? stopped : (figures ?? sampleOnce(audio, time))),
    watch: (_at, changed) => {
      let { driving } = audio.clock;
      return stopAll(
        audio.readRealTime(intervalMs, (read) => {
          figures = read;
          changed();
        }),
        // figures of what drove before are nobody's
        audio.onChange(() => {
          if (audio.clock.driving === driving) return;
          driving = audio.clock.driving;
          figures = undefined;
          changed();
        }),
        () => {
          figures = undefined;
        },
      );
    },
  });
}

function sampleOnce(audio: Audio, time: Time): Promise<RealTimeFigures> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = [];
    const finish = (read: RealTimeFigures) => {
      resolve(read);
      for (const end of ends.splice(0)) end();
    };
    ends.push(grantedOf(time).after(timeoutMs, () => finish(stopped)));
    const stop = audio.readRealTime(intervalMs, finish);
    // the sample may have come already
    if (ends.length === 0) stop();
    else ends.push(stop);
  });
}
