// What was heard of strips, and the gains that the desk proposes.
import { numberWords } from '../control/number-words.ts';
import { pathOf } from '../desk/strip-list.ts';
import { stripName, stripPath } from '../desk/strip-name.ts';
import { t, textOr } from '../text/text.ts';
import { ScrolledTable } from './scrolled-table.tsx';

/** Of a strip, in the report of the task; `null` where it has none, or nothing is proposed. */
export interface Heard {
  readonly kind: string;
  readonly index: number;
  readonly p50Db: number;
  readonly p90Db: number;
  readonly peakDb: number;
  readonly clipMarginDb: number;
  readonly gainFromDb: number | null;
  readonly gainDb: number | null;
  readonly trimFromDb: number | null;
  readonly trimDb: number | null;
  readonly limitedBy: '' | 'clip-margin' | 'range';
  /** Why nothing is proposed, in words; else empty. */
  readonly detail: string;
  /** Strips that hear the same preamp. */
  readonly sharedWith: readonly { readonly kind: string; readonly index: number }[];
}

const levels = ['p50Db', 'p90Db', 'peakDb', 'clipMarginDb'] as const;
const columns = ['strip', ...levels, 'preamp', 'trim', 'note'] as const;

export function GainTable({ heard }: { readonly heard: readonly Heard[] }) {
  return (
    <ScrolledTable label={t('measure.gain.proposals')}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {t(`measure.gain.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {heard.map((each) => (
          <tr key={`${each.kind} ${each.index}`}>
            <th scope="row" dir="auto">
              {stripName(stripPath(each.kind, each.index))}
            </th>
            {levels.map((name) => (
              <td key={name}>{numberWords(each[name], 'dB')}</td>
            ))}
            <td>{moveWords(each.gainFromDb, each.gainDb)}</td>
            <td>{moveWords(each.trimFromDb, each.trimDb)}</td>
            <td class="measure-wrapped" dir="auto">
              {noteWords(each)}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  );
}

function moveWords(from: number | null, to: number | null): string {
  if (from === null) return '–';
  const now = numberWords(from, 'dB');
  return to === null || to === from ? now : `${now} → ${numberWords(to, 'dB')}`;
}

/** Why nothing is proposed, what keeps it from the target, and what else it moves. */
function noteWords({ detail, limitedBy, sharedWith }: Heard): string {
  const others = sharedWith.map((ref) => stripName(pathOf(ref))).join(', ');
  const words = [
    detail,
    limitedBy === '' ? '' : textOr(`measure.gain.limit.${limitedBy}`, limitedBy),
    others === '' ? '' : t('measure.gain.shared', { others }),
  ];
  return words.filter((each) => each !== '').join(' ');
}
