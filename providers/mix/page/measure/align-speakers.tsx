// The delay of a loudspeaker from two results of one microphone: first in words, then it is set.
import { useSignal } from '@preact/signals';
import { numberWords } from '../control/number-words.ts';
import { task } from '../desk/tasks.ts';
import { t } from '../text/text.ts';
import { calledStrip, type ResultItem } from './measure-row.ts';

const path = '/measurement/alignSpeakers';
/** Goals that measure when a sound arrives. */
const goals = ['ir', 'delay'];

interface Report {
  readonly outcome?: string;
  /** `main/1` */
  readonly earlier: string;
  readonly later: string;
  /** That the earlier output gets. */
  readonly delayMs: number;
  readonly differenceMs: number;
  /** Of the later one over the earlier one. */
  readonly levelDifferenceDb: number | null;
  readonly polarity: 'same' | 'inverted' | null;
}

/** Nothing for results that say nothing of a delay. */
export function AlignSpeakers({ items }: { readonly items: readonly ResultItem[] }) {
  const { run, refusal, isRunning } = task(path);
  const [main = '', delayed = ''] = items.map(({ id }) => id);
  const of = `${main} ${delayed}`;
  // What was said of another pair is not said of this one, nor is its refusal.
  const said = useSignal<{ readonly of: string; readonly report: Report | undefined } | undefined>(undefined);
  const report = said.value?.of === of ? said.value.report : undefined;
  const ask = async (apply: boolean) => {
    const found = await run({ main, delayed, apply });
    said.value = { of, report: found as unknown as Report | undefined };
  };
  if (!items.every(({ goal }) => goals.includes(goal))) return null;
  return (
    <section class="measure-acts" aria-label={t('measure.align')}>
      <h2>{t('measure.align')}</h2>
      <div class="keys">
        <button type="button" disabled={isRunning.value} onClick={() => void ask(false)}>
          {t('measure.align.ask')}
        </button>
        {report !== undefined && report.outcome !== 'applied' && (
          <button type="button" disabled={isRunning.value} onClick={() => void ask(true)}>
            {t('measure.align.apply')}
          </button>
        )}
      </div>
      <div role="status">
        {said.value?.of === of && refusal.value !== '' && (
          <p class="refusal" dir="auto">
            {refusal}
          </p>
        )}
        {report !== undefined && <p dir="auto">{wordsOf(report)}</p>}
      </div>
    </section>
  );
}

const msWords = (ms: number): string => `${ms.toFixed(2)} ms`;

function wordsOf(report: Report): string {
  const { delayMs, differenceMs, levelDifferenceDb: level, polarity, outcome } = report;
  const [earlier, later] = [calledStrip(report.earlier), calledStrip(report.later)];
  const sentences = [
    t('measure.align.first', { earlier, later, difference: msWords(differenceMs), delay: msWords(delayMs) }),
    ...(level === null ? [] : [t('measure.align.level', { later, level: numberWords(level, 'dB') })]),
    ...(polarity === 'inverted' ? [t('measure.align.inverted')] : []),
    ...(outcome === 'applied' ? [t('measure.align.applied')] : []),
  ];
  return sentences.join(' ');
}
