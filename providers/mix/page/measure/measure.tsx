// Measuring: what is measured and how, the run with its plan, the results, and up to four of them compared.
import { useSignal } from '@preact/signals';
import { onceThere, useRows } from '../desk/rows.ts';
import { show, view } from '../desk/view.ts';
import { timeWords } from '../show/values.ts';
import { Windowed } from '../show/windowed.tsx';
import '../text/measure.ts';
import { t, textOr } from '../text/text.ts';
import { AlignSpeakers } from './align-speakers.tsx';
import { Compare } from './compare.tsx';
import './measure.css';
import { type ResultItem, results, resultsPath, settingsPath } from './measure-row.ts';
import { Sample } from './plot/plot.tsx';
import { ResultActs } from './result-acts.tsx';
import { Run } from './run.tsx';
import { Setup } from './setup.tsx';

const mostCompared = 4;

export function Measure() {
  useRows([settingsPath, resultsPath, '/measurement/microphones', '/channel/*/*']);
  const goal = useSignal('transfer');
  const items = results();
  // The address names them in the order of their choosing, which is that of their colours.
  const chosen = view.value.slice(2);
  const compared = chosen.flatMap((id) => items.find((item) => item.id === id) ?? []).slice(0, mostCompared);
  return (
    <div class="measure">
      <div class="measure-side">
        <section class="show-panel" aria-label={t('measure.how')}>
          <h2>{t('measure.how')}</h2>
          <Setup goal={goal} />
          <Run goal={goal.value} done={showToo} />
        </section>
        <section class="show-panel measure-results" aria-label={t('measure.results')}>
          <header class="show-head">
            <h2>{t('measure.results')}</h2>
            <span class="quiet">{t('measure.choose', { most: mostCompared })}</span>
          </header>
          <Windowed
            items={items}
            rowRem={4.25}
            label={t('measure.results')}
            keyOf={({ id }) => id}
            none={onceThere(resultsPath, t('measure.none'))}
            row={(item) => <ResultKey item={item} place={compared.indexOf(item)} toggle={toggle} />}
          />
        </section>
      </div>
      <section class="show-panel measure-compared" aria-label={t('measure.compared')}>
        {compared.length === 0 ? (
          <p class="quiet">{t('measure.chooseOne')}</p>
        ) : (
          <>
            <Compare items={compared} />
            {compared.length === 2 && <AlignSpeakers items={compared} />}
            <ResultActs key={compared.at(-1)?.id} item={compared.at(-1) as ResultItem} />
          </>
        )}
      </section>
    </div>
  );
}

/** Adds a result to those that are compared, or takes it away; beyond the most the first one goes. */
function toggle(id: string): void {
  const [, , ...chosen] = view.peek();
  const there = results().map((item) => item.id);
  const others = chosen.filter((each) => each !== id && there.includes(each));
  show('show', 'measure', ...(chosen.includes(id) ? others : [...others, id].slice(-mostCompared)));
}

/** A run that ended: its result is shown unless another view is. */
function showToo(id: string): void {
  const [, part, ...chosen] = view.peek();
  if (part === 'measure' && !chosen.includes(id)) show('show', 'measure', ...[...chosen, id].slice(-mostCompared));
}

interface ResultKeyProps {
  readonly item: ResultItem;
  /** -1 while it is not compared. */
  readonly place: number;
  readonly toggle: (id: string) => void;
}

function ResultKey({ item: { id, name, goal, at, problem }, place, toggle }: ResultKeyProps) {
  return (
    <button type="button" class="list-key" aria-pressed={place >= 0} onClick={() => toggle(id)}>
      <span class="list-words">
        <b dir="auto">{name}</b>
        <small>{problem === '' ? `${textOr(`measure.goal.${goal}`, goal)} · ${timeWords(at)}` : `✕ ${problem}`}</small>
      </span>
      {place >= 0 && <Sample place={place} />}
    </button>
  );
}
