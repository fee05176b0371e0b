// A session as a file: out of the desk, and in as another one.
import { client } from '../desk/client.ts';
import { refuse } from '../desk/refusals.ts';
import { task } from '../desk/tasks.ts';
import { t } from '../text/text.ts';
import { download } from './download.ts';
import { FileKey } from './file-key.tsx';
import { TaskWords } from './task-button.tsx';

const importing = '/session/import';

export function SessionSave({ id, name }: { readonly id: string; readonly name: string }) {
  const save = async () => {
    const { file } = await client.get(`/sessions/${id}/export`);
    const address = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' }));
    download(address, `${name || id}.json`);
    URL.revokeObjectURL(address);
  };
  return (
    <button type="button" onClick={() => void save().catch((error) => refuse(importing, 'running', error))}>
      {t('show.sessionFile.save')}
    </button>
  );
}

export function SessionLoad() {
  const of = task(importing);
  const load = async (file: File) => {
    try {
      await of.run({ file: JSON.parse(await file.text()) });
    } catch (error) {
      refuse(importing, 'running', error);
    }
  };
  return (
    <div class="task">
      <FileKey label={t('show.sessionFile.load')} accept=".json" onFile={(file) => void load(file)} />
      <TaskWords of={of} />
    </div>
  );
}
