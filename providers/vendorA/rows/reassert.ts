import { type Row, task } from 'rowdesk/provider';
import { reassert as extra } from '../contract.ts';
import { rootPath } from '../paths.ts';
import { type ReassertNeeds, reassert } from '../reassert.ts';

/** Has the device agree with the desk: reads it, writes what drifted, reads it again. */
export function reassertRow(needs: ReassertNeeds): Row {
  return task(`${rootPath}/reassert`, {
    summary: 'Reads the TotalMix device, writes what is not as the desk wants it, and reads again',
    extra,
    cancellable: true,
    run: (_at, given, run) => reassert(needs, { areas: given.areas ?? [], only: given.only ?? 'drifted' }, run),
  });
}
