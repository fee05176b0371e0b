import { type Row, task } from 'rowdesk/provider';
import { takeId } from '../contract.ts';
import { type ExportFields, exportFields, type RenderFields, renderFields } from '../jobs/contract.ts';
import { exportTake } from '../jobs/export.ts';
import type { JobDesk } from '../jobs/job-desk.ts';
import { type RenderNeeds, renderTake } from '../jobs/render.ts';
import type { TakeLibrary } from '../take-library.ts';
import { takeAddresses } from './takes.ts';

/** `/takes/{id}/export` and `/takes/{id}/render`. */
export function jobRows(library: TakeLibrary, desk: JobDesk, needs: RenderNeeds): readonly Row[] {
  const place = { params: { id: takeId }, addresses: takeAddresses(library), cancellable: true } as const;
  return [
    task('/takes/{id}/export', {
      ...place,
      summary: 'Writes tracks of the take as one sound file each, over all of its parts',
      extra: exportFields,
      run: ({ id }, given, run) => exportTake(desk, needs.jobs, id, given as ExportFields, run),
    }),
    task('/takes/{id}/render', {
      ...place,
      summary: 'Plays the take through the whole mixer, faster than real time, and writes what comes out',
      extra: renderFields,
      run: ({ id }, given, run) => renderTake(desk, needs, id, given as RenderFields, run),
    }),
  ];
}
