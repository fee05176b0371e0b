// What was done, when and by whom: undo, redo, and the revert of one entry.
import { useSignal } from '@preact/signals';
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { show, view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { ChangeRow } from './preview.tsx';
import { TaskButton } from './task-button.tsx';
import { changeCount, placeWords, timeWords } from './values.ts';
import { Windowed } from './windowed.tsx';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly label: string;
  readonly actor: string;
  readonly paths: readonly string[];
  readonly count: number;
  readonly undone: boolean;
  readonly revertible: boolean;
}

const cursor = '/history/cursor';

export function History() {
  useRows(['/history', cursor, '/channel/*/*']);
  const actor = useSignal('');
  const sought = useSignal('');
  const entries = fieldOf<readonly Entry[]>('/history', 'entries').value ?? [];
  const actors = [...new Set(entries.map((entry) => entry.actor))];
  const text = sought.value.trim().toLowerCase();
  const fits = ({ label, paths }: Entry) =>
    [label, ...paths.map(placeWords)].some((each) => each.toLowerCase().includes(text));
  const shown = entries.filter(
    (entry) => (actor.value === '' || entry.actor === actor.value) && (text === '' || fits(entry)),
  );
  const [, , chosen] = view.value;
  const entry = entries.find(({ id }) => id === chosen);
  return (
    <div class={`show-split is-even${entry === undefined ? '' : ' is-chosen'}`}>
      <section class="show-panel show-list" aria-label={t('show.part.history')}>
        <div class="keys">
          <Step path={`${cursor}/undo`} can="canUndo" label="undoLabel" word="show.undo" />
          <Step path={`${cursor}/redo`} can="canRedo" label="redoLabel" word="show.redo" />
        </div>
        <div class="keys">
          <select
            aria-label={t('show.who')}
            value={actor}
            onChange={(event) => {
              actor.value = event.currentTarget.value;
            }}
          >
            <option value="">{t('show.everybody')}</option>
            {actors.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
          <input
            class="grow"
            type="search"
            dir="auto"
            aria-label={t('show.findEntry')}
            placeholder={t('show.findEntry')}
            value={sought}
            onInput={(event) => {
              sought.value = event.currentTarget.value;
            }}
          />
        </div>
        <Windowed
          items={shown}
          rowRem={3.9}
          label={t('show.part.history')}
          keyOf={({ id }) => id}
          none={onceThere('/history', t('show.noEntries'))}
          row={(each) => <EntryKey entry={each} isChosen={each.id === chosen} />}
        />
      </section>
      <section class="show-panel show-detail" aria-label={entry?.label ?? t('show.chooseEntry')}>
        {entry === undefined ? (
          <p class="quiet">{t('show.chooseEntry')}</p>
        ) : (
          <EntryDetail key={entry.id} entry={entry} />
        )}
      </section>
    </div>
  );
}

interface StepProps {
  readonly path: string;
  readonly can: string;
  readonly label: string;
  readonly word: 'show.undo' | 'show.redo';
}

function Step({ path, can, label, word }: StepProps) {
  return (
    <TaskButton path={path} override disabled={fieldOf(cursor, can).value !== true}>
      {t(word)} <small dir="auto">{fieldOf<string>(cursor, label)}</small>
    </TaskButton>
  );
}

function EntryKey({ entry, isChosen }: { readonly entry: Entry; readonly isChosen: boolean }) {
  const { id, at, label, actor, undone } = entry;
  return (
    <button
      type="button"
      class={undone ? 'list-key is-undone' : 'list-key'}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => show('show', 'history', id)}
    >
      <span class="list-words">
        <b dir="auto">{label}</b>
        <small dir="auto">
          {timeWords(at)} · {actor || t('show.unnamed')}
          {undone && ` · ${t('show.undone')}`}
        </small>
      </span>
    </button>
  );
}

interface Change {
  readonly path: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

function EntryDetail({ entry }: { readonly entry: Entry }) {
  const { id, at, label, actor, undone, revertible } = entry;
  const path = `/history/entries/${id}`;
  useRows([path]);
  const changes = fieldOf<readonly Change[]>(path, 'changes').value;
  const overtaken = fieldOf<readonly string[]>(path, 'overtakenBy').value ?? [];
  return (
    <>
      <header class="show-head">
        <button type="button" class="only-narrow" onClick={() => show('show', 'history')}>
          ‹ {t('show.part.history')}
        </button>
        <div class="grow">
          <h1 dir="auto">{label}</h1>
          <small dir="auto">
            {timeWords(at)} · {actor || t('show.unnamed')} · {changeCount(entry.count)}
          </small>
        </div>
        {!undone && (
          <TaskButton path={`${path}/revert`} override>
            ↶ {t('show.revert')}
          </TaskButton>
        )}
      </header>
      {!undone && !revertible && <p class="quiet">{t('show.overtaken', { count: overtaken.length })}</p>}
      {changes !== undefined && (
        <Windowed
          items={changes}
          rowRem={2.9}
          label={label}
          keyOf={(change) => `${change.path}#${change.field}`}
          none={t('show.noChanges')}
          row={(change) => <ChangeRow {...change} />}
        />
      )}
    </>
  );
}
