import { type Fields, Refusal, type Row, stopAll, view } from 'rowdesk/provider';
import { take as fields, takes as listed, type TakeWords, takeId } from '../contract.ts';
import type { TakeBook } from '../take-book.ts';
import type { TakeFile } from '../take-file.ts';
import type { TakeLibrary } from '../take-library.ts';

/** The takes, and each of them. */
export function takesRows(library: TakeLibrary, book: TakeBook): readonly Row[] {
  return [
    view('/takes', {
      summary: 'What was recorded, and how much room is left',
      fields: listed,
      atMostEveryMs: 500,
      get: async () => {
        await library.readable();
        const takes = library.list.map(({ rate: _rate, writtenMs: _written, name, ...summary }) => {
          const { notes: _notes, ...words } = book.get(summary.id, name);
          return { ...summary, ...words };
        });
        return { takes, count: library.count, freeSpaceMb: await library.freeSpaceMb() };
      },
      watch: (_at, changed) => stopAll(library.onChange(changed), book.onChange(changed), library.follow()),
    }),
    view('/takes/{id}', {
      summary: 'A take: its name, its tracks, its parts, and what is missing of it',
      params: { id: takeId },
      addresses: takeAddresses(library),
      fields,
      writable: ['name', 'notes', 'keep'],
      atMostEveryMs: 500,
      get: async ({ id }) => takeAt(id, library, book),
      write: ({ id }, change) => book.write(id, change as TakeWords),
      watch: ({ id }, changed) => stopAll(library.onChange(changed), book.onChange(changed, id), library.follow()),
    }),
  ];
}

async function takeAt(id: string, library: TakeLibrary, book: TakeBook): Promise<never> {
  if (library.get(id) === undefined) await library.refresh();
  const { name, startedAt, lengthS, sizeMb, state, complete, problem } = library.get(id) ?? gone(id);
  const file = await library.read(id).catch(() => undefined);
  return { ...book.get(id, name), startedAt, lengthS, sizeMb, state, complete, problem, ...facts(file) } as never;
}

function gone(id: string): never {
  throw new Refusal('unknown-row', `The take ${id} has gone.`, { id });
}

/** Of a damaged take nothing is known but that it is there. */
function facts(file: TakeFile | undefined): Fields {
  if (file === undefined) {
    const nothing = { rate: 0, tapPoint: '', fileFormat: '', bitDepth: 0, preRollS: 0 };
    return { ...nothing, tracks: [], parts: [], markers: [], dropouts: [], dropoutCount: 0 };
  }
  const { rate, tapPoint, fileFormat, bitDepth, preRollS, parts, markers, dropouts } = file;
  const { dropoutCount = dropouts.length } = file;
  const tracks = file.tracks.map(({ number, path, name, channels, role }) => ({ number, path, name, channels, role }));
  return {
    ...{ rate, tapPoint, fileFormat, bitDepth, preRollS, tracks, dropoutCount },
    parts: parts.map(({ number, startedAt, frames, gapFrames }) => ({ number, startedAt, frames, gapFrames })),
    markers: markers.map(({ atS, label }) => ({ atS, label })),
    dropouts: dropouts.map(({ atS, lengthMs, reason }) => ({ atS, lengthMs, reason })),
  };
}

export const takeAddresses = (library: TakeLibrary) => ({
  has: ({ id }: { readonly id: string }) => library.has(id),
  list: () => library.ids.map((id) => ({ id })),
  watch: (changed: () => void) => library.onChange(changed),
});
