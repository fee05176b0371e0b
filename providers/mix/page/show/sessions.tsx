// Sessions: shows with their scenes. Loading one, beginning one and deleting one are held.
import { useSignal } from '@preact/signals';
import type { Row } from 'rowdesk/client';
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { show, view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { Preview } from './preview.tsx';
import { SessionLoad, SessionSave } from './session-file.tsx';
import { TaskButton } from './task-button.tsx';
import { changeCount, timeWords } from './values.ts';
import { Windowed } from './windowed.tsx';

interface SessionItem {
  readonly id: string;
  readonly name: string;
  readonly savedAt: string;
  readonly notes: string;
  readonly scenes: number;
}

export function Sessions() {
  useRows(['/session', '/sessions', '/channel/*/*']);
  const name = useSignal('');
  const items = fieldOf<readonly SessionItem[]>('/sessions', 'items').value ?? [];
  const loaded = fieldOf<string>('/session', 'id').value ?? '';
  const [, , chosen] = view.value;
  const item = items.find(({ id }) => id === chosen);
  const extra = { name: name.value };
  const emptied = () => {
    name.value = '';
  };
  return (
    <div class={`show-split${item === undefined ? '' : ' is-chosen'}`}>
      <section class="show-panel show-list" aria-label={t('show.part.sessions')}>
        <Windowed
          items={items}
          rowRem={3.9}
          label={t('show.part.sessions')}
          keyOf={({ id }) => id}
          none={onceThere('/sessions', t('show.noSessions'))}
          row={(each) => (
            <button
              type="button"
              class="list-key"
              aria-current={each.id === chosen ? 'true' : undefined}
              onClick={() => show('show', 'sessions', each.id)}
            >
              <span class="list-words">
                <b dir="auto">{each.name}</b>
                <small>
                  {each.id === loaded &&
                    `${t(fieldOf('/session', 'dirty').value ? 'show.currentChanged' : 'show.current')} · `}
                  {t('show.sceneCount', { count: each.scenes })}
                </small>
              </span>
            </button>
          )}
        />
        {loaded !== '' && (
          <TaskButton path="/session/save">
            {t('show.save')} <small dir="auto">{fieldOf<string>('/session', 'name')}</small>
          </TaskButton>
        )}
        <input
          dir="auto"
          maxLength={64}
          aria-label={t('show.newSessionName')}
          placeholder={t('show.newSessionName')}
          value={name}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
        <div class="keys">
          <TaskButton path="/session/save" extra={extra} disabled={name.value.trim() === ''} done={emptied}>
            {t('show.saveAs')}
          </TaskButton>
          <TaskButton
            path="/session/new"
            held
            extra={{ ...extra, confirm: true }}
            disabled={name.value.trim() === ''}
            done={emptied}
          >
            {t('show.beginNew')}
          </TaskButton>
        </div>
        <p class="quiet">{t('show.newKeeps')}</p>
        <SessionLoad />
      </section>
      <section class="show-panel show-detail" aria-label={item?.name ?? t('show.chooseSession')}>
        {item === undefined ? <p class="quiet">{t('show.chooseSession')}</p> : <Detail key={item.id} item={item} />}
      </section>
    </div>
  );
}

function Detail({ item }: { readonly item: SessionItem }) {
  const { id, name, savedAt, notes, scenes } = item;
  const preview = `/sessions/${id}/applyKeeps`;
  useRows([preview]);
  const isLeftOut = useSignal(false);
  const changes = fieldOf<readonly Row[]>(preview, 'changes').value?.length ?? 0;
  const blocked = fieldOf<number>(preview, 'blockedCount').value ?? 0;
  const missing = fieldOf<readonly { readonly ports: readonly string[]; readonly reason: string }[]>(
    preview,
    'missing',
  );
  return (
    <>
      <header class="show-head">
        <button type="button" class="only-narrow" onClick={() => show('show', 'sessions')}>
          ‹ {t('show.part.sessions')}
        </button>
        <div class="grow">
          <h1 dir="auto">{name}</h1>
          <small>
            {t('show.stored', { time: timeWords(savedAt) })} · {t('show.sceneCount', { count: scenes })}
          </small>
        </div>
        <SessionSave id={id} name={name} />
        <TaskButton
          path="/session/delete"
          held
          extra={{ id, confirm: true }}
          done={(_, lead) => lead('show', 'sessions')}
        >
          {t('show.delete')}
        </TaskButton>
        <TaskButton path={`/sessions/${id}/apply`} held>
          {t('show.load')} <small>{changeCount(changes)}</small>
        </TaskButton>
      </header>
      {notes !== '' && <p dir="auto">{notes}</p>}
      <nav class="keys" aria-label={name}>
        {[false, true].map((each) => (
          <button
            key={String(each)}
            type="button"
            aria-current={each === isLeftOut.value ? 'true' : undefined}
            onClick={() => {
              isLeftOut.value = each;
            }}
          >
            {t(each ? 'show.tab.leftOut' : 'show.tab.changes')} <small>{each ? blocked : changes}</small>
          </button>
        ))}
      </nav>
      {missing.value?.map(({ ports, reason }) => (
        <p class="problem" data-state="missing" key={ports.join()}>
          ✕ <span dir="auto">{`${ports.join(', ')}: ${reason}`}</span>
        </p>
      ))}
      <Preview path={preview} fadeMs={0} only={isLeftOut.value ? 'blocked' : 'changes'} />
    </>
  );
}
