// Takes: the list, the newest first, and one of them.
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { show, view } from '../desk/view.ts';
import { clockWords } from '../scale/clock-words.ts';
import { timeWords } from '../show/values.ts';
import { Windowed } from '../show/windowed.tsx';
import '../text/record.ts';
import { t } from '../text/text.ts';
import './record.css';
import { sizeWords } from './size-words.ts';
import { Take } from './take.tsx';
import { type TakeItem, takes } from './take-row.ts';

export function Takes() {
  useRows(['/takes', '/channel/*/*']);
  const items = takes();
  const [, , chosen] = view.value;
  const item = items.find(({ id }) => id === chosen);
  const count = fieldOf<number>('/takes', 'count').value ?? 0;
  return (
    <div class={`show-split ${item === undefined ? '' : 'is-chosen'}`}>
      <section class="show-panel show-list" aria-label={t('record.takes')}>
        <header class="show-head">
          <h2>{t('record.takes')}</h2>
          <span class="quiet">
            {t('record.free', { size: sizeWords(fieldOf<number>('/takes', 'freeSpaceMb').value ?? 0) })}
          </span>
        </header>
        <Windowed
          items={items}
          rowRem={5.6}
          label={t('record.takes')}
          keyOf={({ id }) => id}
          none={onceThere('/takes', t('record.noTakes'))}
          first={item === undefined ? 0 : items.indexOf(item)}
          row={(each) => <TakeKey item={each} isChosen={each === item} />}
        />
        {count > items.length && <p class="quiet">{t('record.older', { count: count - items.length })}</p>}
      </section>
      <section class="show-panel show-detail record-take" aria-label={item?.name ?? t('record.chooseTake')}>
        {item === undefined ? <p class="quiet">{t('record.chooseTake')}</p> : <Take key={item.id} item={item} />}
      </section>
    </div>
  );
}

function TakeKey({ item, isChosen }: { readonly item: TakeItem; readonly isChosen: boolean }) {
  const { id, name, startedAt, lengthS, sizeMb, tracks, keep } = item;
  const state = stateWords(item);
  const words = [
    t(tracks === 1 ? 'record.track' : 'record.trackCount', { count: tracks }),
    sizeWords(sizeMb),
    ...(keep ? [`🔒 ${t('record.kept')}`] : []),
  ];
  return (
    <button
      type="button"
      class="list-key"
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => show('show', 'takes', id)}
    >
      <span class="list-words">
        <b dir="auto">{name}</b>
        <small>
          {timeWords(startedAt)} · {clockWords(lengthS)}
        </small>
        <small>{words.join(' · ')}</small>
        {state !== '' && (
          <small>
            <b>{state}</b>
          </small>
        )}
      </span>
    </button>
  );
}

/** '' for a take that is as it should be. */
export function stateWords({ state, complete }: Pick<TakeItem, 'state' | 'complete'>): string {
  if (state === 'recording') return `● ${t('record.state.recording')}`;
  if (state === 'damaged') return `✕ ${t('record.state.damaged')}`;
  if (state === 'recovered') return `▲ ${t('record.state.recovered')}`;
  return complete ? '' : `▲ ${t('record.state.incomplete')}`;
}
