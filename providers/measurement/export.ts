// `/measurement/results/{id}/export`: traces as text files, in the folder of the result.
import { join } from 'node:path';
import { type Fields, Refusal } from 'rowdesk/provider';
import type { ResultFile, TraceName } from './contract/results.ts';
import { readTrace, writeText } from './result-file.ts';
import type { KnownResult, ResultLibrary } from './result-library.ts';
import { csvOf, rewOf, type TraceValues } from './trace-text.ts';

export type ExportFormat = 'csv' | 'rew';
const endings: Readonly<Record<ExportFormat, string>> = { csv: 'csv', rew: 'txt' };

/** Replaces the files of an earlier export. Rejects with Refusal. */
export async function exportResult(
  library: ResultLibrary,
  named: (result: KnownResult) => { readonly name: string },
  id: string,
  format: ExportFormat,
): Promise<Fields> {
  const file = await library.read(id);
  const { name } = named(await library.get(id));
  const texts: { readonly path: string; readonly text: string }[] = [];
  for (const trace of file.traces) {
    const values = await readTrace(library.folderOf(id), trace).catch((error: Error) => {
      throw new Refusal('conflict', `The trace ${trace} of ${id} can not be read: ${error.message}`, { id, trace });
    });
    const text = textOf(format, trace, values, { ...file, name });
    if (text !== '') texts.push({ path: join(library.folderOf(id), `${trace}.${endings[format]}`), text });
  }
  if (texts.length === 0) {
    const words = `The result ${id} has no trace over frequency, which is what REW imports; export it as csv.`;
    throw new Refusal('conflict', words, { id, format, reason: 'nothing-to-export' });
  }
  for (const { path, text } of texts) {
    await writeText(path, text).catch((error: Error) => {
      throw new Refusal('store-unavailable', `${path} can not be written: ${error.message}`, { id });
    });
  }
  await library.refresh(id);
  return { outcome: 'applied', id, format, files: texts.map(({ path }) => path) };
}

function textOf(format: ExportFormat, trace: TraceName, values: TraceValues, file: ResultFile): string {
  return format === 'csv' ? csvOf(trace, values) : rewOf(trace, values, file);
}
