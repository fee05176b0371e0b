// Which sends the faders set, and where those are taken.
import { fieldOf, useRows } from '../desk/rows.ts';
import { stripName, stripNumber } from '../desk/strip-name.ts';
import { t } from '../text/text.ts';
import { page } from './bank.ts';

/** `bus`: `/channel/mix/1`. */
export function SendsWords({ bus }: { readonly bus: string }) {
  const sends = page.value.strips.map((path) => `${path}/sends/${bus.slice('/channel/'.length)}`);
  useRows(sends);
  const taps = new Set(sends.map((path) => fieldOf<string>(path, 'tapPoint').value).filter((tap) => tap !== undefined));
  const isAfter = [...taps].map((tap) => tap === 'Post-Fader');
  const where = isAfter.every((is) => is) ? 'after' : isAfter.some((is) => is) ? 'mixed' : 'before';
  const name = stripName(bus);
  const place = stripNumber(bus);
  return (
    <p class="sends-words" role="status">
      <b dir="auto">{t('frame.sends', { bus: name === place ? place : `${place} · ${name}` })}</b>
      {taps.size > 0 && <span>{t(`frame.sends.${where}`)}</span>}
    </p>
  );
}
