// A take: its words, its waveforms, what is missing of it; export, render, and deleting, which is held.
import { ControlFor } from '../control/control-for.tsx';
import { fieldOf, rowOf, useRows } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { leadFrom, show } from '../desk/view.ts';
import { clockWords } from '../scale/clock-words.ts';
import { TaskButton } from '../show/task-button.tsx';
import { timeWords } from '../show/values.ts';
import { t } from '../text/text.ts';
import { JobForm } from './job-form.tsx';
import { sizeWords } from './size-words.ts';
import { type Drawn, drawnTake, type TakeItem, takePath } from './take-row.ts';
import { stateWords } from './takes.tsx';
import { Waves } from './waves.tsx';

export function Take({ item }: { readonly item: TakeItem }) {
  const { id, name, startedAt, lengthS, sizeMb, keep, problem } = item;
  const path = takePath(id);
  useRows([path]);
  const take = drawnTake(id);
  const facts = [timeWords(startedAt), clockWords(lengthS), sizeWords(sizeMb), stateWords(item)];
  return (
    <>
      <header class="show-head">
        <button type="button" class="only-narrow" onClick={() => show('show', 'takes')}>
          ‹ {t('record.takes')}
        </button>
        <div class="grow">
          <h1 dir="auto">{name}</h1>
          <small>{facts.filter((words) => words !== '').join(' · ')}</small>
        </div>
        {rowOf('/vsc/settings').value.life === 'live' && (
          <button type="button" onClick={() => void load(id)}>
            ▶ {t('record.soundcheck')}
          </button>
        )}
        <TaskButton
          path="/takes/delete"
          held
          disabled={keep}
          extra={{ id, confirm: true }}
          done={(_, lead) => lead('show', 'takes')}
        >
          {t(keep ? 'record.deleteKept' : 'record.delete')}
        </TaskButton>
      </header>
      {problem !== '' && (
        <p class="problem" data-state="missing" dir="auto">
          ✕ {problem}
        </p>
      )}
      <div class="record-words-of">
        <ControlFor path={path} name="name" />
        <ControlFor path={path} name="keep" />
        <ControlFor path={path} name="notes" />
      </div>
      {take !== undefined && take.tracks.length > 0 && (
        <>
          <Waves take={take} />
          <Positions take={take} />
          <div class="record-jobs">
            <JobForm path={`${path}/export`} list="tracks" title={t('record.export')} take={take} />
            <JobForm path={`${path}/render`} list="outputs" title={t('record.render')} take={take} />
          </div>
        </>
      )}
    </>
  );
}

/** Loads the take, and leads to where it is engaged. */
async function load(id: string): Promise<void> {
  const lead = leadFrom();
  if (fieldOf('/vsc/settings', 'takeId').peek() !== id) await writeFields('/vsc', { takeId: id }, 'takeId');
  lead('show', 'soundcheck');
}

const mostListed = 200;

/** Markers, dropouts and gaps in words. */
function Positions({ take: { id, markers, dropouts, parts, rate } }: { readonly take: Drawn }) {
  const unlisted = Math.max(0, (fieldOf<number>(takePath(id), 'dropoutCount').value ?? 0) - dropouts.length);
  const gaps = parts.filter(({ gapFrames }) => gapFrames > 0);
  const words = [
    ...markers.map(({ atS, label }, place) => `⚑ ${clockWords(atS)} ${label || t('record.marker', { n: place + 1 })}`),
    ...gaps.map(({ number, gapFrames }) =>
      t('record.gap', { sign: '▧', part: number, seconds: (gapFrames / rate).toFixed(1) }),
    ),
    ...dropouts.map(
      ({ atS, lengthMs, reason }) =>
        `▲ ${clockWords(atS)} ${t('record.dropout', { ms: Math.round(lengthMs) })} ${reason}`,
    ),
  ];
  if (words.length === 0) return null;
  return (
    <ul class="plain-list record-positions" aria-label={t('record.positions')}>
      {words.slice(0, mostListed).map((each, place) => (
        <li key={`${place} ${each}`} dir="auto">
          {each}
        </li>
      ))}
      {(unlisted > 0 || words.length > mostListed) && (
        <li>{t('record.more', { count: Math.max(0, words.length - mostListed) + unlisted })}</li>
      )}
    </ul>
  );
}
