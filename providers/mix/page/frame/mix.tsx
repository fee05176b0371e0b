// The faders: a bank of strips, DCAs, the main, and what the faders set.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRows } from '../desk/rows.ts';
import { kindAndIndex } from '../desk/strip-path.ts';
import { sendsOf } from '../desk/view.ts';
import { MeterLayer } from '../meter/meter-layer.tsx';
import { Overview } from '../meter/overview.tsx';
import { Strip } from '../strip/strip.tsx';
import { stripOrder } from '../strip/tab-stop.ts';
import { t } from '../text/text.ts';
import './mix.css';
import { figuresOf, withSpillKeys } from './arrangement.ts';
import { counts, page, pageIndex, pages, showStrip, turnPage } from './bank.ts';
import { BankBar } from './bank-bar.tsx';
import { stripsOf } from './banks.ts';
import { FadersSet } from './faders-set.tsx';
import { useTurns } from './in-turns.ts';
import { MuteGroups } from './mute-groups.tsx';
import { arrangement, observeBank, textScale } from './size.ts';
import { Swipe } from './swipe.ts';
import { Talks } from './talk.tsx';

export function Mix() {
  const hasDcas = page.value.strips.some((path) => kindAndIndex(path)[0] === 'dca');
  const arranged = hasDcas ? withSpillKeys(arrangement.value, textScale.value) : arrangement.value;
  const { kind, rows, strips: most, dcas: mostDcas, mainPx, stripPx, travelPx, parts } = arranged;
  const [dcaPage, setDcaPage] = useState(0);
  const bank = useRef<HTMLElement>(null);
  useEffect(() => observeBank(bank.current), []);
  const { strips } = page.value;
  const isOfDcas = page.value.group.id === 'dca';
  const allDcas = isOfDcas ? [] : stripsOf('dca', counts.value);
  const dcaFrom = dcaPage * mostDcas < allDcas.length ? dcaPage * mostDcas : 0;
  const dcas = allDcas.slice(dcaFrom, dcaFrom + mostDcas);
  const mains = sendsOf.value === undefined ? stripsOf('main', counts.value).slice(0, rows) : [sendsOf.value];
  const beside = [...dcas, ...mains];
  const next = pages.value[pageIndex.value + 1]?.strips ?? [];
  useRows([...new Set([...strips, ...beside, ...next])]);
  const [swipe] = useState(() => new Swipe(turnPage));
  const shown = [...new Set([...strips, ...beside])];
  useEffect(() => {
    stripOrder.value = shown;
  }, [shown.join()]);
  // A canvas of all rows would be as large as the screen.
  const layers =
    rows === 1 ? [shown] : [...inRows(strips, most / rows), beside.filter((path) => !strips.includes(path))];
  const turned = useTurns(strips, layers.length);
  return (
    <main class="mix" data-kind={kind} data-sends={sendsOf.value !== undefined}>
      {kind === 'phone' && (
        <div class="mix-overview">
          {page.value.group.strips.length > strips.length && (
            <Overview strips={page.value.group.strips} shown={strips} onPage={showStrip} />
          )}
          <Talks />
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
        data-figures={figuresOf(travelPx, textScale.value)}
        style={{
          '--rows': String(rows),
          '--strips': String(most / rows),
          '--dcas': String(Math.ceil(dcas.length / rows)),
          '--main-width': `${mainPx}px`,
          '--strip-width': `${stripPx}px`,
          '--fader-travel': `${travelPx}px`,
        }}
        {...swipe.listeners}
      >
        <div class="bank-strips">
          {strips.slice(0, turned.strips).map((path) => (
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
        {mains.length > 0 && (
          <div class="bank-main">
            {mains.map((path) => (
              <Strip key={path} path={path} />
            ))}
          </div>
        )}
        {layers.map((ofLayer, at) => (
          <MeterLayer key={at} strips={at < turned.layers ? ofLayer : none} />
        ))}
      </section>
      {kind !== 'low' && <FadersSet />}
      {kind !== 'phone' && kind !== 'low' && <MuteGroups />}
    </main>
  );
}

const none: readonly string[] = [];

/** Rows of so many strips. */
const inRows = (strips: readonly string[], columns: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(strips.length / columns) }, (_, row) =>
    strips.slice(row * columns, (row + 1) * columns),
  );
