// The keys of the banks; while faders set sends, which ones, and the way back.
import { isArming } from '../desk/armed.ts';
import { sendsOf, setFaders, spillOf } from '../desk/view.ts';
import { t } from '../text/text.ts';
import './bank-bar.css';
import { stripNumber } from '../desk/strip-name.ts';
import { kindAndIndex } from '../desk/strip-path.ts';
import { ArmWords, endArming } from './arm-words.tsx';
import { type Page, page, pageIndex, pages, showPage, turnPage } from './bank.ts';
import { indexOfStrip } from './banks.ts';
import { SendsWords } from './sends-words.tsx';
import { arrangement, pageSize } from './size.ts';
import { SpillWords } from './spill.tsx';
import { groupWord } from './words.ts';

export interface DcaPages {
  readonly from: number;
  readonly to: number;
  readonly turn: () => void;
}

/** A key of less is hard to read. */
const keyPx = { phone: 70, low: 84, tablet: 104, screen: 124 } as const;
/** What stands at the end of the bar. */
const dcaTurnerPx = { phone: 0, low: 80, tablet: 16, screen: 170 } as const;

export function BankBar({ dcas }: { readonly dcas: DcaPages | undefined }) {
  if (isArming.value) {
    return (
      <nav class="bank-bar arming-bar" aria-label={t('frame.banks')}>
        <ArmWords />
        <Turner />
        <button type="button" onClick={endArming}>
          {t('frame.arming.end')}
        </button>
      </nav>
    );
  }
  if (sendsOf.value !== undefined) {
    return (
      <nav class="bank-bar sends-bar" aria-label={t('frame.banks')}>
        <SendsWords bus={sendsOf.value} />
        <Turner />
        <button type="button" class="sends-back" onClick={() => setFaders(undefined)}>
          {t('frame.sends.back')}
        </button>
      </nav>
    );
  }
  if (spillOf.value !== undefined) {
    return (
      <nav class="bank-bar" aria-label={t('frame.banks')}>
        <SpillWords dca={spillOf.value} />
        <Turner />
        <button type="button" onClick={() => (spillOf.value = undefined)}>
          {t('frame.spill.back')}
        </button>
      </nav>
    );
  }
  return (
    <nav class="bank-bar" aria-label={t('frame.banks')}>
      <Keys />
      {dcas !== undefined && (
        <span class="bank-dcas-turner">
          <span class="bank-dcas-words">{t('frame.dcas', { from: dcas.from, to: dcas.to })}</span>
          <button type="button" aria-label={t('frame.dcas.next')} onClick={dcas.turn}>
            ▸
          </button>
        </span>
      )}
    </nav>
  );
}

/** One key a page where all have room, else one a group, which turns its pages; custom banks may share a key. */
function Keys() {
  const { kind } = arrangement.value;
  const most = Math.floor((pageSize.value.widthPx - dcaTurnerPx[kind]) / keyPx[kind]);
  const isWhole = kind !== 'phone' && pages.value.length <= most;
  const firsts = pages.value.filter(({ at }) => at === 0);
  const custom = firsts.filter(({ group }) => group.name !== undefined);
  const isShared = !isWhole && custom.length > 1 && firsts.length > most;
  const keys = isWhole ? pages.value : firsts.filter((each) => !(isShared && custom.slice(1).includes(each)));
  return (
    <div class="bank-keys">
      {keys.map((each) => {
        const turned = isWhole
          ? [each]
          : pages.value.filter(({ group }) => group === each.group || (isShared && each === custom[0] && group.name));
        const current = turned.indexOf(page.value);
        return (
          <button
            type="button"
            key={`${each.group.id} ${each.at}`}
            aria-current={current >= 0}
            onClick={() => showPage(turned[(current + 1) % turned.length] ?? each)}
          >
            <span dir="auto">{wordsOf(turned[current] ?? each)}</span>
          </button>
        );
      })}
    </div>
  );
}

/** `In 1–10`; `Mixes`; `★ Band`. */
function wordsOf({ group, strips }: Page): string {
  const { kind } = arrangement.value;
  if (group.name !== undefined) return `★ ${group.name}`;
  const short = kind === 'screen' ? group.id : `${group.id}.short`;
  const isAll = strips.length === group.strips.length;
  if (isAll && kind !== 'phone') return groupWord(group.id);
  const from = strips[0] ?? '';
  const to = strips.at(-1) ?? '';
  if (kind === 'phone') return group.id === 'input' ? rangeOf(from, to) : groupWord(short);
  if (kindAndIndex(from)[0] !== kindAndIndex(to)[0]) return `${stripNumber(from)} – ${stripNumber(to)}`;
  return `${group.id === 'input' ? groupWord(short) : groupWord(group.id)} ${rangeOf(from, to)}`;
}

const rangeOf = (from: string, to: string): string => `${indexOfStrip(from)}–${indexOfStrip(to)}`;

/** Bank by bank where the keys have no room. */
function Turner() {
  const { strips, group } = page.value;
  if (pages.value.length < 2) return null;
  return (
    <span class="bank-turner">
      <button type="button" aria-label={t('frame.bank.previous')} onClick={() => turnPage(-1)}>
        ◂
      </button>
      <span>{wordsOf({ strips, group, at: 0, place: pageIndex.value })}</span>
      <button type="button" aria-label={t('frame.bank.next')} onClick={() => turnPage(1)}>
        ▸
      </button>
    </span>
  );
}
