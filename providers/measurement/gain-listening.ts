// Listens to strips at Top-Of-Ch for some seconds, by the meters of the mixer.
import { type Audio, Refusal, type StripMeter, type TaskRun, type Time } from 'rowdesk/provider';
import { PlayedPeaks } from './gain-levels.ts';

/** The length of a window whose peak counts once. */
const windowMs = 10;
const progressMs = 1_000;
const column = 'topPeak';

export interface ListeningNeeds {
  readonly audio: Pick<Audio, 'readMeters'>;
  readonly time: Time;
}

/**
 * The peaks of each group of strips, given by their addresses; of several strips and legs the loudest counts. Takes
 * `seconds`, tells its progress, and ends when the run is cancelled. Rejects with refusal `device-absent` where no mixer
 * measures.
 */
export async function listenToPeaks(
  groups: readonly (readonly string[])[],
  seconds: number,
  { audio, time }: ListeningNeeds,
  run: Pick<TaskRun, 'progress' | 'signal'>,
): Promise<readonly PlayedPeaks[]> {
  const heard = groups.map(() => new PlayedPeaks());
  let samples = 0;
  const stop = audio.readMeters(windowMs, ({ columns, strips }) => {
    let first = 0;
    for (const { name, legs } of columns) {
      if (name === column) break;
      first += legs;
    }
    const floats = columns.reduce((sum, { legs }) => sum + legs, 0);
    if (first === floats) return;
    samples++;
    groups.forEach((paths, group) => {
      heard[group]?.add(Math.max(0, ...paths.map((path) => loudest(strips.get(path), first))));
    });
  });
  try {
    for (let passedMs = 0; passedMs < seconds * 1000; passedMs += progressMs) {
      run.progress(passedMs / 1000, seconds, 'listening');
      await time.sleep(Math.min(progressMs, seconds * 1000 - passedMs), run.signal);
      run.signal.throwIfAborted();
    }
  } finally {
    stop();
  }
  if (samples === 0) throw new Refusal('device-absent', 'No mixer measures at Top-Of-Ch now.', { target: 'mixer' });
  return heard;
}

function loudest(meter: StripMeter | undefined, first: number): number {
  if (meter === undefined) return 0;
  return Math.max(...meter.values.subarray(first, first + meter.legs));
}
