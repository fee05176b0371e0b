// A source is found by what is typed: its name, its box, its connector.
import { useSignal } from '@preact/signals';
import { field } from '../desk/field.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { t } from '../text/text.ts';
import type { TypedOptions } from './typed.tsx';

interface Source {
  readonly id: string;
  readonly label: string;
  readonly device: string;
  readonly connector: string;
  readonly present: boolean;
}

const mostFound = 12;

export function SourceMenu({ path, name, label }: TypedOptions) {
  useRows(['/source']);
  const { shown, state, move } = field<string>(path, name);
  const isOpen = useSignal(false);
  const sought = useSignal('');
  const sources = fieldOf<readonly Source[]>('/source', 'sources').value ?? [];
  const chosen = sources.find(({ id }) => id === shown.value);
  const words = chosen?.label || shown.value || t('control.noSource');
  const open = (is: boolean) => {
    isOpen.value = is;
    sought.value = '';
  };
  const choose = (id: string) => {
    open(false);
    move(id);
  };
  return (
    <div class={`source-menu ${state.value}`}>
      <button
        type="button"
        aria-expanded={isOpen.value}
        disabled={state.value === 'stale'}
        onClick={() => open(!isOpen.value)}
      >
        <span>{label}</span>
        <b dir="auto">{words}</b>
      </button>
      {isOpen.value && (
        <div class="found">
          <input
            type="search"
            aria-label={t('control.search')}
            placeholder={t('control.search')}
            onKeyDown={(event) => event.key === 'Escape' && open(false)}
            onInput={(event) => {
              sought.value = event.currentTarget.value;
            }}
          />
          {sought.value === '' && (
            <button type="button" onClick={() => choose('')}>
              {t('control.noSource')}
            </button>
          )}
          {foundOf(sources, sought.value).map((source) => (
            <button key={source.id} type="button" dir="auto" onClick={() => choose(source.id)}>
              {source.label || source.id}
              <small>{source.present ? source.device : t('control.notThere')}</small>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function foundOf(sources: readonly Source[], sought: string): readonly Source[] {
  const words = sought.toLowerCase().split(/\s+/);
  const fits = (source: Source) => {
    const text = `${source.label} ${source.id} ${source.connector}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return sources.filter(fits).slice(0, mostFound);
}
