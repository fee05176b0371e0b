import { type Fields, type Row, setting, type TaskRun, Type, task, view } from 'rowdesk/provider';
import type { RestoreOptions } from '../restoring.ts';
import { restoredPath } from '../restoring.ts';
import type { BackupShelf } from '../shelf.ts';

const flag = Type.Boolean({ default: false });
const id = Type.String({ pattern: '^([A-Za-z0-9]{16,64})?$', default: '' });

export interface BackupRowsNeeds {
  readonly shelf: BackupShelf;
  readonly save: (withKeys: boolean, run: TaskRun) => Promise<Fields>;
  readonly restore: (id: string, options: RestoreOptions, run: TaskRun) => Promise<Fields>;
}

/** What there is to fetch and to restore, and the two tasks. */
export function backupRows({ shelf, save, restore }: BackupRowsNeeds): readonly Row[] {
  return [
    view('/backup', {
      summary: 'Backups of the whole desk: GET and PUT of /backup/{id} carry one as application/octet-stream',
      fields: {
        items: Type.Array(
          Type.Object({
            id: Type.String(),
            from: Type.Enum(['desk', 'client'], { title: 'Made here, to be fetched; or sent here, to be restored' }),
            name: Type.String(),
            bytes: Type.Integer(),
            madeAt: Type.String({ format: 'date-time' }),
          }),
          { title: 'At most one of each, until the next one or the next start' },
        ),
        mostBytes: Type.Integer({ title: 'The largest file' }),
      },
      get: () => ({ items: shelf.items, mostBytes: shelf.mostBytes }),
      watch: (_at, changed) => shelf.onChange(changed),
    }),
    setting(restoredPath, {
      summary: 'The backup that was restored last; writing it restores nothing',
      fields: {
        id,
        run: Type.String({ pattern: '^[0-9a-f]{0,64}$', default: '', title: 'The run that restored it' }),
        name: Type.String({ maxLength: 64, default: '', title: 'Of its desk' }),
        at: Type.String({ maxLength: 32, default: '', title: 'When it was restored; empty for never' }),
      },
      writable: ['id', 'run', 'name', 'at'],
      life: 'site',
    }),
    task('/backup/save', {
      summary: 'Makes a backup of the whole desk, without recordings, to be fetched at /backup/{id}',
      continuous: false,
      cancellable: true,
      extra: { keys: Type.Boolean({ default: false, title: 'With the keys of the configuration' }) },
      run: (_at, { keys = false }, run) => save(keys, run),
    }),
    task('/backup/restore', {
      summary:
        'Makes the desk as a backup has it, in one commit; without confirm says what would change and what does not fit',
      continuous: false,
      extra: { id, confirm: flag, phantom: Type.Boolean({ default: false, title: 'Switches phantom power on too' }) },
      run: (_at, { id = '', confirm = false, phantom = false }, run) => restore(id, { confirm, phantom }, run),
    }),
  ];
}
