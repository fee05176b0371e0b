// What lines have at the cursor, in words: a row for each result, a column for each plot.
import type { Signal } from '@preact/signals';
import { t } from '../../text/text.ts';
import type { Axis } from './axis.ts';
import type { Line } from './line.ts';
import { axisWords, Sample, valueWords } from './plot.tsx';

export interface ReadColumn {
  readonly label: string;
  readonly y: Axis;
  /** Of the same results in the same order as those of the other columns. */
  readonly lines: readonly Line[];
}

interface ReadOutProps {
  readonly x: Axis;
  readonly cursor: Signal<number | undefined>;
  readonly columns: readonly ReadColumn[];
}

export function ReadOut({ x, cursor, columns }: ReadOutProps) {
  const at = cursor.value;
  if (at === undefined) return <p class="quiet">{t('measure.cursorHelp')}</p>;
  return (
    <table class="measure-table">
      <thead>
        <tr>
          <th scope="col">{axisWords(x, at)}</th>
          {columns.map(({ label }) => (
            <th scope="col" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns[0]?.lines.map(({ id, label, place }) => (
          <tr key={id}>
            <th scope="row">
              <Sample place={place} /> <span dir="auto">{label}</span>
            </th>
            {columns.map((column) => {
              const line = column.lines.find((each) => each.id === id);
              return <td key={column.label}>{line === undefined ? '–' : valueWords(line, x, column.y, at)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
