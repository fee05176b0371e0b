// The result that was chosen last: its name and notes, its export, and deleting, which is held.
import { ControlFor } from '../control/control-for.tsx';
import { fieldOf, useRows } from '../desk/rows.ts';
import { task } from '../desk/tasks.ts';
import { TaskButton } from '../show/task-button.tsx';
import { t } from '../text/text.ts';
import { type ResultItem, resultPath } from './measure-row.ts';

const formats = ['csv', 'rew'] as const;

export function ResultActs({ item }: { readonly item: ResultItem }) {
  const path = resultPath(item.id);
  useRows([path]);
  const exporting = task(`${path}/export`);
  const name = fieldOf<string>(path, 'name').value ?? item.name;
  return (
    <section class="measure-acts" aria-label={name}>
      <h2 dir="auto">{name}</h2>
      <ControlFor path={path} name="name" />
      <ControlFor path={path} name="notes" />
      <div class="keys">
        {formats.map((format) => (
          <button
            key={format}
            type="button"
            disabled={exporting.isRunning.value}
            onClick={() => void exporting.run({ format })}
          >
            {t(`measure.export.${format}`)}
          </button>
        ))}
        <TaskButton path="/measurement/results/delete" held extra={{ id: item.id, confirm: true }}>
          {t('measure.delete')}
        </TaskButton>
      </div>
      <div role="status">
        {exporting.refusal.value !== '' && (
          <p class="refusal" dir="auto">
            {exporting.refusal}
          </p>
        )}
        {exporting.report.value !== undefined && (
          <p dir="auto" class="measure-files">
            {t('measure.exported', { files: (exporting.report.value.files as readonly string[]).join(', ') })}
          </p>
        )}
      </div>
    </section>
  );
}
