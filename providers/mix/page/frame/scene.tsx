// The scene that was recalled, and the one that GO recalls: the next, or another that the arrows choose.
import { signal } from '@preact/signals';
import { connection } from '../desk/client.ts';
import { fieldOf, isThere } from '../desk/rows.ts';
import { task } from '../desk/tasks.ts';
import { show } from '../desk/view.ts';
import { t } from '../text/text.ts';

interface Item {
  readonly id: string;
  readonly name: string;
}

/** Chosen by the arrows; undefined: the next one of the desk. */
const chosen = signal<string | undefined>(undefined);

const items = (): readonly Item[] => fieldOf<readonly Item[]>('/scenes', 'items').value ?? [];
const currentId = (): string => fieldOf<string>('/scene', 'id').value ?? '';
const nextId = (): string => fieldOf<string>('/scene', 'nextId').value ?? '';
const goId = (): string => items().find(({ id }) => id === chosen.value)?.id ?? nextId();

function choose(step: number): void {
  const ids = items().map(({ id }) => id);
  const from = ids.indexOf(goId());
  chosen.value = ids[Math.min(ids.length - 1, Math.max(0, from < 0 ? 0 : from + step))];
}

/** Recalls what GO shows. */
export function go(): void {
  const id = goId();
  if (id === '' || connection.peek().state !== 'open') return;
  void task(id === nextId() ? '/scene/go' : `/scenes/${id}/recall`).run();
  chosen.value = undefined;
}

export function Scene() {
  if (!isThere('/scene')) return null;
  const all = items();
  const place = (id: string) => {
    const at = all.findIndex((each) => each.id === id);
    return at < 0 ? '' : `${String(at + 1).padStart(2, '0')} ${all[at]?.name ?? ''}`;
  };
  const isChanged = fieldOf<boolean>('/scene', 'dirty').value === true;
  const target = goId();
  const isLost = connection.value.state !== 'open';
  return (
    <>
      <span class="scene">
        {all.length > 1 && (
          <button type="button" aria-label={t('frame.scene.previous')} disabled={isLost} onClick={() => choose(-1)}>
            ◂
          </button>
        )}
        <button type="button" class="scene-name" onClick={() => show('show', 'scenes')}>
          <small>{t('frame.scene')}</small> <b dir="auto">{place(currentId()) || t('frame.scene.none')}</b>
          {isChanged && <small> • {t('frame.changed')}</small>}
        </button>
        {all.length > 1 && (
          <button type="button" aria-label={t('frame.scene.next')} disabled={isLost} onClick={() => choose(1)}>
            ▸
          </button>
        )}
      </span>
      {target !== '' && (
        <button type="button" class="scene-go" disabled={isLost} onClick={go}>
          <b>{t('frame.go')}</b> <small dir="auto">{place(target)}</small>
        </button>
      )}
    </>
  );
}
