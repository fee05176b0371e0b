// Stores the desk as a new scene, or in place of the current one.
import { useSignal } from '@preact/signals';
import { fieldOf } from '../desk/rows.ts';
import { t } from '../text/text.ts';
import { type SceneItem, sceneNumber } from './scenes.tsx';
import { TaskButton } from './task-button.tsx';

export function SceneStore({ items }: { readonly items: readonly SceneItem[] }) {
  const name = useSignal('');
  const current = fieldOf<string>('/scene', 'id').value ?? '';
  const place = items.findIndex(({ id }) => id === current);
  return (
    <div class="keys">
      <input
        class="grow"
        dir="auto"
        maxLength={64}
        aria-label={t('show.newName')}
        placeholder={t('show.newName')}
        value={name}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      <TaskButton
        path="/scene/store"
        extra={{ name: name.value }}
        disabled={name.value.trim() === ''}
        done={({ id }, lead) => {
          name.value = '';
          lead('show', 'scenes', String(id), 'edit');
        }}
      >
        {t('show.storeNew')}
      </TaskButton>
      {place >= 0 && (
        <TaskButton path="/scene/store" held extra={{ id: current }}>
          {t('show.update', { number: sceneNumber(place) })}
        </TaskButton>
      )}
    </div>
  );
}
