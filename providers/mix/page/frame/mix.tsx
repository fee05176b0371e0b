// The faders: a bank of strips, DCAs, the main, and what the faders set.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRows } from '../desk/rows.ts';
import { sendsOf } from '../desk/view.ts';
import { MeterLayer } from '../meter/meter-layer.tsx';
import { Overview } from '../meter/overview.tsx';
import { Strip } from '../strip/strip.tsx';
import { t } from '../text/text.ts';
import './mix.css';
import { counts, page, pageIndex, pages, showStrip, turnPage } from './bank.ts';
import { BankBar } from './bank-bar.tsx';
import { stripsOf } from './banks.ts';
import { FadersSet } from './faders-set.tsx';
import { MuteGroups } from './mute-groups.tsx';
import { arrangement, observeBank } from './size.ts';
import { Swipe } from './swipe.ts';

export function Mix() {
  const { kind, strips: most, dcas: mostDcas, mainPx, stripPx, travelPx, parts } = arrangement.value;
  const [dcaPage, setDcaPage] = useState(0);
  const bank = useRef<HTMLElement>(null);
  useEffect(() => observeBank(bank.current), []);
  const { strips } = page.value;
  const isOfDcas = page.value.group.id === 'dca';
  const allDcas = isOfDcas ? [] : stripsOf('dca', counts.value);
  const dcaFrom = dcaPage * mostDcas < allDcas.length ? dcaPage * mostDcas : 0;
  const dcas = allDcas.slice(dcaFrom, dcaFrom + mostDcas);
  const main = sendsOf.value ?? stripsOf('main', counts.value)[0];
  const beside = [...dcas, ...(main === undefined ? [] : [main])];
  const next = pages.value[pageIndex.value + 1]?.strips ?? [];
  useRows([...new Set([...strips, ...beside, ...next])]);
  const [swipe] = useState(() => new Swipe(turnPage));
  const shown = [...new Set([...strips, ...beside])];
  return (
    <main class="mix" data-kind={kind} data-sends={sendsOf.value !== undefined}>
      {kind === 'phone' && page.value.group.strips.length > strips.length && (
        <div class="mix-overview">
          <Overview strips={page.value.group.strips} shown={strips} onPage={showStrip} />
        </div>
      )}
      <BankBar
        dcas={
          allDcas.length > mostDcas && mostDcas > 0
            ? {
                from: dcaFrom + 1,
                to: dcaFrom + dcas.length,
                turn: () => setDcaPage((dcaPage + 1) % Math.ceil(allDcas.length / mostDcas)),
              }
            : undefined
        }
      />
      <section
        class="bank"
        id="bank"
        ref={bank}
        aria-label={t('frame.faders')}
        data-parts={parts.join(' ')}
        style={{
          '--strips': String(most),
          '--dcas': String(dcas.length),
          '--main-width': `${mainPx}px`,
          '--strip-width': `${stripPx}px`,
          '--fader-travel': `${travelPx}px`,
        }}
        {...swipe.listeners}
      >
        <div class="bank-strips">
          {strips.map((path) => (
            <Strip key={path} path={path} />
          ))}
        </div>
        {dcas.length > 0 && (
          <div class="bank-dcas">
            {dcas.map((path) => (
              <Strip key={path} path={path} />
            ))}
          </div>
        )}
        {main !== undefined && (
          <div class="bank-main">
            <Strip key={main} path={main} />
          </div>
        )}
        <MeterLayer strips={shown} />
      </section>
      {kind !== 'phone' && kind !== 'low' && <FadersSet />}
      {kind !== 'phone' && kind !== 'low' && <MuteGroups />}
    </main>
  );
}
