// Scenes: the list, what a recall would change, and recall, go, back, store.
import type { Row } from 'rowdesk/client';
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { show, view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { Kept } from './kept.tsx';
import { Preview } from './preview.tsx';
import { RecallAtOnce, RecallButton } from './recall-button.tsx';
import { SceneEdit } from './scene-edit.tsx';
import { SceneStore } from './scene-store.tsx';
import { TaskButton } from './task-button.tsx';
import { numberWords, timeWords } from './values.ts';
import { Windowed } from './windowed.tsx';

export interface SceneItem {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly fadeMs: number;
  readonly savedAt: string;
  readonly notes: string;
}

const rows = ['/scene', '/scenes', '/session', '/history/cursor', '/channel/*/*'];

export const sceneNumber = (place: number): string => String(place + 1).padStart(2, '0');

export function Scenes() {
  useRows(rows);
  const items = fieldOf<readonly SceneItem[]>('/scenes', 'items').value ?? [];
  const current = fieldOf<string>('/scene', 'id').value ?? '';
  const next = fieldOf<string>('/scene', 'nextId').value ?? '';
  const [, , chosen, tab = 'changes'] = view.value;
  const isChosen = items.some(({ id }) => id === chosen);
  const id = isChosen ? (chosen as string) : next || current || (items[0]?.id ?? '');
  const place = items.findIndex((item) => item.id === id);
  const item = items[place];
  return (
    <div class={`show-split ${isChosen ? 'is-chosen' : ''}`}>
      <section class="show-panel show-list" aria-label={t('show.part.scenes')}>
        <header class="show-head">
          <h2>{t('show.part.scenes')}</h2>
          <span class="quiet" dir="auto">
            {fieldOf<string>('/session', 'name')}
          </span>
        </header>
        <Windowed
          items={items}
          rowRem={3.9}
          label={t('show.part.scenes')}
          keyOf={(each) => each.id}
          none={onceThere('/scenes', t('show.noScenes'))}
          first={place}
          row={(each, n) => (
            <div class="scene-row">
              <SceneKey item={each} place={n} isChosen={each.id === id} />
              <RecallAtOnce id={each.id} number={sceneNumber(n)} />
            </div>
          )}
        />
        <SceneStore items={items} />
        <div class="keys">
          <Step path="/scene/back" to={fieldOf<string>('/scene', 'previousId').value} items={items} word="show.back" />
          <Step path="/scene/go" to={next} items={items} word="show.go" />
        </div>
      </section>
      <section class="show-panel show-detail" aria-label={item?.name ?? t('show.noScenes')}>
        {item === undefined ? (
          <p class="quiet">{t('show.noScenes')}</p>
        ) : (
          <SceneDetail key={id} item={item} place={place} tab={tab} />
        )}
      </section>
    </div>
  );
}

interface StepProps {
  readonly path: string;
  readonly to: string | undefined;
  readonly items: readonly SceneItem[];
  readonly word: 'show.back' | 'show.go';
}

function Step({ path, to, items, word }: StepProps) {
  const place = items.findIndex(({ id }) => id === to);
  const number = place < 0 ? '' : sceneNumber(place);
  return (
    <TaskButton path={path} disabled={place < 0} label={`${t(word)} ${number} ${items[place]?.name ?? ''}`.trim()}>
      {t(word)} {place >= 0 && <small>{number}</small>}
    </TaskButton>
  );
}

function SceneKey({
  item,
  place,
  isChosen,
}: {
  readonly item: SceneItem;
  readonly place: number;
  readonly isChosen: boolean;
}) {
  const { id, name, fadeMs } = item;
  const isCurrent = fieldOf('/scene', 'id').value === id;
  const words = [
    isCurrent && t(fieldOf('/scene', 'dirty').value ? 'show.currentChanged' : 'show.current'),
    fieldOf('/scene', 'nextId').value === id && t('show.next'),
    fadeMs > 0 && t('show.fade', { time: numberWords(fadeMs, 'ms') }),
  ].filter(Boolean);
  return (
    <button
      type="button"
      class="list-key"
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => show('show', 'scenes', id)}
    >
      <span class="number">{sceneNumber(place)}</span>
      <span class="list-words">
        <b dir="auto">{name}</b>
        {words.length > 0 && <small>{words.join(' · ')}</small>}
      </span>
      {isCurrent && <span class="dot" aria-hidden="true" />}
    </button>
  );
}

const tabs = ['changes', 'kept', 'leftOut', 'edit'] as const;

function SceneDetail({ item, place, tab }: { readonly item: SceneItem; readonly place: number; readonly tab: string }) {
  const { id, name, savedAt, fadeMs } = item;
  const path = `/scenes/${id}`;
  const preview = `${path}/recallKeeps`;
  useRows([preview, `${path}/recall`]);
  const counts: Readonly<Record<string, number | undefined>> = {
    changes: fieldOf<readonly Row[]>(preview, 'changes').value?.length,
    leftOut: fieldOf<number>(preview, 'blockedCount').value,
  };
  return (
    <>
      <header class="show-head">
        <button type="button" class="only-narrow" onClick={() => show('show', 'scenes')}>
          ‹ {t('show.part.scenes')}
        </button>
        <div class="grow">
          <h1>
            {sceneNumber(place)} <span dir="auto">{name}</span>
          </h1>
          <small>
            {t('show.stored', { time: timeWords(savedAt) })}
            {fadeMs > 0 && ` · ${t('show.fade', { time: numberWords(fadeMs, 'ms') })}`}
          </small>
        </div>
        <TaskButton
          path="/history/cursor/undo"
          override
          disabled={fieldOf('/history/cursor', 'canUndo').value !== true}
        >
          ↶ {t('show.undo')} <small dir="auto">{fieldOf<string>('/history/cursor', 'undoLabel')}</small>
        </TaskButton>
        <RecallButton path={path} number={sceneNumber(place)} fadeMs={fadeMs} />
      </header>
      <nav class="keys" aria-label={name}>
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            class={each === 'leftOut' && (counts.leftOut ?? 0) > 0 ? 'warns' : ''}
            aria-current={each === tab ? 'true' : undefined}
            onClick={() => show('show', 'scenes', id, each)}
          >
            {t(`show.tab.${each}`)} {counts[each] !== undefined && <small>{counts[each]}</small>}
          </button>
        ))}
      </nav>
      {tab === 'edit' ? (
        <SceneEdit item={item} />
      ) : tab === 'kept' ? (
        <Kept path={path} />
      ) : (
        <Preview path={preview} fadeMs={fadeMs} only={tab === 'leftOut' ? 'blocked' : 'changes'} />
      )}
    </>
  );
}
