// A scene's name, notes, place and fade; storing over it and deleting it, both held.
import { refusalOf } from '../desk/refusals.ts';
import { writeFields } from '../desk/tasks.ts';
import { t } from '../text/text.ts';
import type { SceneItem } from './scenes.tsx';
import { TaskButton } from './task-button.tsx';

interface Edited {
  readonly name: 'name' | 'notes' | 'fadeMs' | 'order';
  readonly label: string;
  readonly value: string;
  readonly read: (text: string) => unknown;
  readonly numeric?: boolean;
}

const decimal = (text: string) => Number(text.trim().replace(',', '.'));

export function SceneEdit({ item }: { readonly item: SceneItem }) {
  const { id, name, notes, fadeMs, order } = item;
  const path = `/scenes/${id}`;
  const fields: readonly Edited[] = [
    { name: 'name', label: t('show.name'), value: name, read: String },
    { name: 'fadeMs', label: t('show.fadeSeconds'), value: String(fadeMs / 1000), read: inMs, numeric: true },
    { name: 'order', label: t('show.order'), value: String(order), read: decimal, numeric: true },
    { name: 'notes', label: t('show.notes'), value: notes, read: String },
  ];
  return (
    <div class="form">
      {fields.map((field) => (
        <TextField key={field.name} path={path} of={field} />
      ))}
      <div class="keys">
        <TaskButton path="/scene/store" held extra={{ id }}>
          {t('show.overwrite')}
        </TaskButton>
        <TaskButton path="/scene/delete" held extra={{ id, confirm: true }} done={(_, lead) => lead('show', 'scenes')}>
          {t('show.delete')}
        </TaskButton>
      </div>
    </div>
  );
}

const inMs = (text: string) => Math.round(decimal(text) * 1000);

/** Written when it is left or with Enter; Escape brings the desk's value back. */
function TextField({ path, of }: { readonly path: string; readonly of: Edited }) {
  const refusal = refusalOf(path, of.name).value;
  const leave = (input: HTMLInputElement) => {
    if (input.value !== of.value) void writeFields(path, { [of.name]: of.read(input.value) }, of.name);
  };
  return (
    <label class="form-row">
      <span>{of.label}</span>
      <input
        dir="auto"
        inputMode={of.numeric ? 'decimal' : 'text'}
        value={of.value}
        onBlur={(event) => leave(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.value = of.value;
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {refusal !== '' && <span class="refusal">{refusal}</span>}
    </label>
  );
}
