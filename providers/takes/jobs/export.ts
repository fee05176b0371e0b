// `/takes/{id}/export`: tracks of a take as one sound file each, over all parts, for other programs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fields, fieldRefusal, type Jobs, type TaskRun } from 'rowdesk/provider';
import { takeFileName } from '../take-file.ts';
import type { ExportFields } from './contract.ts';
import { FileNames } from './file-names.ts';
import type { JobDesk, JobTake } from './job-desk.ts';
import { bytesPerSample, jobFormat } from './job-format.ts';

/** The job `export` of the recorder reports this of each file. */
interface Exported {
  readonly track: number;
  readonly path: string;
  readonly frames: number;
  readonly peaksDb: readonly number[];
}

export function exportTake(desk: JobDesk, jobs: Jobs, id: string, given: ExportFields, run: TaskRun): Promise<Fields> {
  return desk.work(id, 'it is being exported', run, async (take) => {
    const { file, frames } = take;
    const { fileFormat = 'wav', bitDepth = 0, markers = 'labels' } = given;
    const rate = given.rate || file.rate;
    const format = jobFormat(fileFormat, bitDepth, file.bitDepth);
    const tracks = chosen(take, given.tracks ?? []);
    const channels = tracks.reduce((sum, track) => sum + track.channels, 0);
    const bytes = (frames * rate * channels * bytesPerSample(format)) / file.rate;
    const work = async (folder: string): Promise<Fields> => {
      const names = new FileNames();
      const order = tracks.map(({ number, name }) => {
        const places = { n: String(number).padStart(2, '0'), name, take: take.name };
        const file = names.free(given.fileTemplate ?? '{n} {name}', places, fileFormat);
        return { number, path: join(folder, file), description: `${take.name}: ${name}`, name };
      });
      const marked = markers === 'labels' ? file.markers : [];
      const sound = { take: join(take.folder, takeFileName), rate, format, tracks: order, markers: marked };
      const args = { ...sound, ...beginning(file) };
      const { files } = (await jobs.run('recorder', 'export', args, run)) as { readonly files: readonly Exported[] };
      const labels = marked.length > 0 ? 'labels.txt' : '';
      if (labels !== '') await writeFile(join(folder, labels), labelsOf(file.markers));
      return { outcome: 'applied', rate, ...format, files: files.map((each) => fileReport(each, rate)), labels };
    };
    return { bytes, work };
  });
}

function chosen({ file: { tracks } }: JobTake, numbers: readonly number[]): JobTake['file']['tracks'] {
  const missing = numbers.find((number) => !tracks.some((track) => track.number === number));
  if (missing !== undefined) {
    const message = `The take has no track ${missing}; it has ${tracks.map(({ number }) => number).join(', ')}.`;
    throw fieldRefusal('tracks', 'unknown-item', message, { item: missing });
  }
  return numbers.length === 0 ? tracks : tracks.filter(({ number }) => numbers.includes(number));
}

/**
 * What the header of a file says of its first frame, by the local time of the desk (EBU Tech 3285). That frame is earlier
 * than the start by the pre-roll.
 */
function beginning({ parts, startedAt }: JobTake['file']): Fields {
  const at = new Date(parts[0]?.startedAt ?? startedAt);
  const isKnown = !Number.isNaN(at.getTime());
  const two = (number: number) => String(number).padStart(2, '0');
  const date = isKnown ? `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}` : '';
  const time = isKnown ? `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}` : '';
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds() + at.getMilliseconds() / 1000];
  const timeOfDayS = isKnown ? hours * 3600 + minutes * 60 + seconds : 0;
  return { facts: { originator: 'Rowdesk', date, time }, timeOfDayS };
}

/** The label track of Audacity: begin, end and text of each, separated by tabs. */
function labelsOf(markers: JobTake['file']['markers']): string {
  const lines = markers.map(({ atS, label }) => {
    return `${atS.toFixed(6)}\t${atS.toFixed(6)}\t${label.replace(/[\t\r\n]+/g, ' ')}\n`;
  });
  return lines.join('');
}

function fileReport({ track, path, frames, peaksDb }: Exported, rate: number): Fields {
  const rounded = peaksDb.map((peak) => Math.round(peak * 100) / 100);
  return { track, file: path.slice(path.lastIndexOf('/') + 1), frames, lengthS: frames / rate, peaksDb: rounded };
}
