// A DCA's members in the bank.
import { stripName } from '../desk/strip-name.ts';
import { spillOf } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { groups } from './bank.ts';

import './spill.css';

/** Its members are the bank; when they are, the banks are there again. */
export function spill(dca: string): void {
  spillOf.value = spillOf.peek() === dca ? undefined : dca;
}

/** The key of a DCA's strip. `path`: `/channel/dca/1`. */
export function Spill({ path }: { readonly path: string }) {
  const isOn = spillOf.value === path;
  return (
    <button type="button" class="spill" aria-pressed={isOn} onClick={() => spill(path)}>
      {t('frame.spill')}
    </button>
  );
}

export function SpillWords({ dca }: { readonly dca: string }) {
  const count = groups.value[0]?.strips.length ?? 0;
  return (
    <p class="sends-words" role="status">
      <b dir="auto">{stripName(dca)}</b>
      <span>{t(count === 1 ? 'frame.spill.one' : 'frame.spill.count', { count })}</span>
    </p>
  );
}
