// The numbers of results beside each other.
import { numberWords } from '../control/number-words.ts';
import { t } from '../text/text.ts';
import type { Shown } from './compare.tsx';
import type { Summary } from './measure-row.ts';
import { Sample } from './plot/plot.tsx';
import { ScrolledTable } from './scrolled-table.tsx';

type Words = (summary: Summary) => string | undefined;

const number = (value: number | null | undefined, words: (value: number) => string): string | undefined =>
  typeof value === 'number' ? words(value) : undefined;
const percent = (value: number) => `${Math.round(value)} %`;

const facts = {
  delayMs: ({ delayMs }) => number(delayMs, (ms) => `${ms.toFixed(2).replace('-', '−')} ms`),
  polarity: ({ polarity }) => (polarity ? t(`measure.polarity.${polarity}`) : undefined),
  levelDb: ({ levelDb }) => number(levelDb, (db) => numberWords(db, 'dB')),
  gainDb: ({ gainDb }) => number(gainDb, (db) => numberWords(db, 'dB')),
  snrDb: ({ snrDb }) => number(snrDb, (db) => numberWords(db, 'dB').replace('+', '')),
  coherencePercent: ({ coherencePercent }) => number(coherencePercent, percent),
  confidencePercent: ({ confidencePercent }) => number(confidencePercent, percent),
  sti: ({ sti }) => number(sti, (value) => value.toFixed(2)),
} satisfies Readonly<Record<string, Words>>;

type Fact = keyof typeof facts;

/** Only what one of them has at least. */
export function Summaries({ shown }: { readonly shown: readonly Shown[] }) {
  const there = (Object.keys(facts) as Fact[]).filter((fact) =>
    shown.some(({ item }) => facts[fact](item.summary) !== undefined),
  );
  return (
    <ScrolledTable label={t('measure.compared')}>
      <thead>
        <tr>
          <th scope="col">{t('measure.result')}</th>
          {there.map((fact) => (
            <th scope="col" key={fact}>
              {t(`measure.fact.${fact}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ item, name, place }) => (
          <tr key={item.id}>
            <th scope="row">
              <Sample place={place} /> <span dir="auto">{name}</span>
            </th>
            {there.map((fact) => (
              <td key={fact}>{facts[fact](item.summary) ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  );
}
