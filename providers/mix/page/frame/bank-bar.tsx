// The keys of the banks; while faders set sends, which ones, and the way back.
import { sendsOf, setFaders, spillOf } from '../desk/view.ts';
import { t } from '../text/text.ts';
import './bank-bar.css';
import { type Page, page, pageIndex, pages, showPage, turnPage } from './bank.ts';
import { indexOfStrip } from './banks.ts';
import { SendsWords } from './sends-words.tsx';
import { arrangement } from './size.ts';
import { SpillWords } from './spill.tsx';
import { groupWord } from './words.ts';

export interface DcaPages {
  readonly from: number;
  readonly to: number;
  readonly turn: () => void;
}

/** A key of less is hard to read. */
const keyPx = { phone: 72, low: 84, tablet: 92, screen: 124 } as const;

export function BankBar({ dcas }: { readonly dcas: DcaPages | undefined }) {
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

/** One key a page where all have room, else one a group, which turns its pages. */
function Keys() {
  const { kind } = arrangement.value;
  const most = Math.max(1, Math.floor((document.documentElement.clientWidth - 150) / keyPx[kind]));
  const firsts = pages.value.filter(({ at }) => at === 0);
  const isWhole = kind !== 'phone' && pages.value.length <= most;
  const keys = isWhole ? pages.value : firsts.map((first) => (first.group === page.value.group ? page.value : first));
  return (
    <div class="bank-keys">
      {keys.map((each) => {
        const isCurrent = each === page.value;
        const isTurned = isCurrent && !isWhole;
        return (
          <button
            type="button"
            key={`${each.group.id} ${isWhole ? each.at : ''}`}
            aria-current={isCurrent}
            onClick={() => (isTurned ? turnInGroup() : showPage(each))}
          >
            <span dir="auto">{wordsOf(each)}</span>
          </button>
        );
      })}
    </div>
  );
}

function turnInGroup(): void {
  const own = pages.peek().filter(({ group }) => group === page.peek().group);
  const to = own[(page.peek().at + 1) % own.length];
  if (to !== undefined) showPage(to);
}

/** `In 1–10`; `Mixes`; `★ Band`. */
function wordsOf({ group, strips }: Page): string {
  if (group.name !== undefined) return `★ ${group.name}`;
  const isAll = strips.length === group.strips.length;
  if (isAll || group.id === 'aux' || group.id === 'matrix') return groupWord(group.id);
  const [from, to] = [strips[0] ?? '', strips.at(-1) ?? ''].map(indexOfStrip);
  const isPhone = arrangement.value.kind === 'phone';
  const long = arrangement.value.kind === 'screen' ? group.id : `${group.id}.short`;
  return isPhone && group.id === 'input' ? `${from}–${to}` : `${groupWord(long)} ${from}–${to}`;
}

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
