// What the faders set: the main, or the sends to a bus.
import { useRows } from '../desk/rows.ts';
import { stripName } from '../desk/strip-name.ts';
import { stripPath } from '../desk/strip-path.ts';
import { sendsOf, setFaders } from '../desk/view.ts';
import { ShortName } from '../strip/short-name.tsx';
import { t } from '../text/text.ts';
import './faders-set.css';
import { counts } from './bank.ts';
import { busKinds, stripsOf } from './banks.ts';

/** Buses in the order of their keys. */
export const buses = (): readonly string[] => busKinds.flatMap((kind) => stripsOf(kind, counts.value));

export function FadersSet({ chosen }: { readonly chosen?: () => void }) {
  useRows(busKinds.map((kind) => stripPath(kind, '*')));
  const choose = (bus: string | undefined) => {
    setFaders(bus);
    chosen?.();
  };
  return (
    <nav class="faders-set" aria-label={t('frame.fadersSet')}>
      <h2>{t('frame.fadersSet')}</h2>
      <div class="faders-keys">
        <button type="button" aria-current={sendsOf.value === undefined} onClick={() => choose(undefined)}>
          <span />
          <b>{t('frame.main')}</b>
        </button>
        {buses().map((bus, at) => (
          <button
            type="button"
            class="faders-bus"
            key={bus}
            aria-current={sendsOf.value === bus}
            onClick={() => choose(bus)}
          >
            <span>{at + 1}</span>
            <b>
              <ShortName name={stripName(bus)} />
            </b>
          </button>
        ))}
      </div>
    </nav>
  );
}
