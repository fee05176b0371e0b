// The job `export`: tracks of a take as one sound file each, over all parts.
import { dirname } from 'node:path';
import type { DriverJob, SoundFormat } from 'rowdesk/driver';
import { reserveBytes } from './job-reserve.ts';
import { readTakeSound } from './job-take.ts';
import { loadJobs } from './native-jobs.ts';

interface ExportArgs {
  /** The path of take.json. */
  readonly take: string;
  /** Hz */
  readonly rate: number;
  readonly format: SoundFormat;
  /** The number of each track, and the path of its new file. */
  readonly tracks: readonly {
    readonly number: number;
    readonly path: string;
    readonly description: string;
    readonly name: string;
  }[];
  readonly markers: readonly { readonly atS: number; readonly label: string }[];
  readonly facts: { readonly originator: string; readonly date: string; readonly time: string };
  /** Of the first frame, in seconds since midnight. */
  readonly timeOfDayS: number;
}

/** Frames of the take between two reports of progress. */
const stepFrames = 262_144;

export const exportTake: DriverJob = async (given, { progress }) => {
  const { take: file, rate, format, tracks, markers, facts, timeOfDayS } = given as unknown as ExportArgs;
  const { take, bitDepth, numbers, frames } = readTakeSound(file);
  const native = loadJobs();
  const isExact = rate === take.rate && bitDepth !== 32 && `int${bitDepth}` === format.encoding;
  const files: object[] = [];
  for (const [n, { number, path, description, name }] of tracks.entries()) {
    const track = take.tracks[numbers.indexOf(number)];
    if (track === undefined) throw new Error(`the take has no track ${number}`);
    const work = new native.TrackExport({
      ...{ take: { ...take, tracks: [track] }, path, format, rate, ditherSeed: number, isExact },
      markers: markers.map(({ atS, label }) => ({ at: Math.round(atS * rate), label })),
      facts: { ...facts, description, trackName: name, timeReference: Math.round(timeOfDayS * rate) },
      reserveBytes: reserveBytes(dirname(path)),
    });
    for (;;) {
      const step = work.step(stepFrames);
      progress(n * frames + step.done, tracks.length * frames, 'export');
      if (step.isDone) {
        files.push({ track: number, path, frames: step.frames, peaksDb: step.peaks.map(decibels) });
        break;
      }
      // The pipe of a desk that has gone breaks here.
      await new Promise((resume) => setImmediate(resume));
    }
  }
  return { files };
};

const decibels = (magnitude: number) => (magnitude > 0 ? Math.max(-144, 20 * Math.log10(magnitude)) : -144);
