import { join } from 'node:path';
import { Refusal, type Row, Type, view } from 'rowdesk/provider';
import { peaks as fields, mostTracks, takeId } from '../contract.ts';
import { readPeaks } from '../peaks-file.ts';
import type { TakeLibrary } from '../take-library.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** `/takes/{id}/peaks/{track}`: the waveform of a track, for drawing. */
export function peaksRow(library: TakeLibrary): Row {
  return view('/takes/{id}/peaks/{track}', {
    summary: 'The waveform of a track at several zooms',
    params: { id: takeId, track: Type.Integer({ minimum: 1, maximum: mostTracks }) },
    addresses: {
      has: ({ id, track }) => track <= (library.get(id)?.tracks ?? 0),
      list: () => library.list.flatMap(({ id, tracks }) => tracksOf(tracks).map((track) => ({ id, track }))),
      watch: (changed) => library.onChange(changed),
    },
    fields,
    atMostEveryMs: 1_000,
    get: async ({ id, track }) => {
      const path = join(library.folderOf(id), `${two(track)}.peaks`);
      const peaks = await readPeaks(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return { rate: library.get(id)?.rate ?? 0, frames: 0, zooms: [] };
        throw new Refusal('conflict', `There is no waveform of track ${track}: ${error.message}`, { id, track });
      });
      return { fullScale: 127, ...peaks } as never;
    },
    watch: (_at, changed) => library.onChange(changed),
  });
}

const tracksOf = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
