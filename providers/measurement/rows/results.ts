import { type Fields, follow, Refusal, type Row, Type, task, view } from 'rowdesk/provider';
import {
  deletion,
  exportFields,
  noSummary,
  type ResultWords,
  result,
  resultId,
  results,
  type TraceName,
  trace as traceFields,
  traceNames,
} from '../contract/results.ts';
import { exportResult } from '../export.ts';
import type { ResultBook } from '../result-book.ts';
import { readTrace } from '../result-file.ts';
import type { KnownResult, ResultLibrary } from '../result-library.ts';

/** `/measurement/results` and what is below it. */
export function resultRows(library: ResultLibrary, book: ResultBook): readonly Row[] {
  const watch = follow(library, book);
  const named = ({ id, file }: KnownResult) => book.get(id, file?.name ?? '');
  const addresses = {
    has: ({ id }: { readonly id: string }) => library.has(id),
    list: () => library.ids.map((id) => ({ id })),
    watch: (changed: () => void) => library.onChange(changed),
  };
  return [
    view('/measurement/results', {
      summary: 'What was measured',
      fields: results,
      get: async () => {
        const items = (await library.list()).map((each) => {
          const { goal, at, output, microphone, summary } = each.file ?? nothing;
          const { name } = named(each);
          return { id: each.id, name, goal, at, output, microphone, summary, problem: each.problem };
        });
        return { items } as never;
      },
      watch,
    }),
    view('/measurement/results/{id}', {
      summary: 'A result: what was measured, how, and what came of it',
      params: { id: resultId },
      addresses,
      fields: result,
      writable: ['name', 'notes'],
      get: async ({ id }) => {
        const found = await library.get(id);
        const { format: _format, name: _name, ...facts } = found.file ?? { format: 1, name: '', ...nothing };
        return { ...named(found), ...facts, sizeKb: Math.ceil(found.bytes / 1000), problem: found.problem } as never;
      },
      write: ({ id }, change) => book.write(id, change as ResultWords),
      watch,
    }),
    view('/measurement/results/{id}/traces/{trace}', {
      summary: 'The numbers of a trace',
      params: { id: resultId, trace: Type.Enum([...traceNames]) },
      addresses: {
        has: ({ id, trace }) =>
          library.known.some((each) => each.id === id && each.file?.traces.includes(trace) === true),
        list: () => library.known.flatMap(({ id, file }) => (file?.traces ?? []).map((trace) => ({ id, trace }))),
        watch: addresses.watch,
      },
      fields: traceFields,
      get: async ({ id, trace }) => (await traceOf(library, id, trace)) as never,
    }),
    task('/measurement/results/delete', {
      summary: 'Deletes a result, its traces and its exports',
      continuous: false,
      extra: deletion,
      run: (_at, { id = '', confirm }, run) => run.ready(deleted(library, book, id, confirm === true)),
    }),
    task('/measurement/results/{id}/export', {
      summary: 'Writes the traces as text files',
      continuous: false,
      params: { id: resultId },
      addresses,
      extra: exportFields,
      run: ({ id }, { format = 'csv' }, run) => run.ready(exportResult(library, named, id, format)),
    }),
  ];
}

async function traceOf(library: ResultLibrary, id: string, trace: TraceName): Promise<Fields> {
  const { traces } = await library.read(id);
  if (!traces.includes(trace)) {
    const words = `The result ${id} has no trace ${trace}; it has ${traces.join(', ') || 'none'}.`;
    throw new Refusal('unknown-row', words, { id, trace });
  }
  const values = await readTrace(library.folderOf(id), trace).catch((error: Error) => {
    throw new Refusal('conflict', `The trace ${trace} of ${id} can not be read: ${error.message}`, { id, trace });
  });
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(traceFields, name)));
}

async function deleted(library: ResultLibrary, book: ResultBook, id: string, isConfirmed: boolean): Promise<Fields> {
  if (!library.has(id)) throw new Refusal('conflict', `There is no result ${id || 'without an id'}.`, { id });
  const found = await library.get(id);
  const { goal, at } = found.file ?? nothing;
  const which = { id, name: book.get(id, found.file?.name ?? '').name, goal, at };
  if (!isConfirmed) return { preview: true, wouldDelete: which };
  const left = await library.delete(id).catch((error: Error) => {
    throw new Refusal('store-unavailable', `The result ${id} can not be deleted: ${error.message}`, { id });
  });
  await book.forget(id);
  return { outcome: 'applied', deleted: which, left: left.slice(0, 16) };
}

/** Of a damaged result nothing is known but that it is there. */
const nothing = {
  ...{ goal: 'delay', at: '', output: null, leg: 'both', microphone: null, microphoneId: '', stimulus: '', levelDb: 0 },
  ...{ durationS: 0, smoothing: 0, rate: 0, alignedMs: 0, traces: [] },
  summary: noSummary,
} as const;
