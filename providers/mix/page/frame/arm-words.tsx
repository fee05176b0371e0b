// While a tap on a strip arms it: how many are armed, and all of this bank at once.
import { armedCount, isArming, turnAllArmed } from '../desk/armed.ts';
import { refusalOf } from '../desk/refusals.ts';
import { t } from '../text/text.ts';
import { page } from './bank.ts';

export function ArmWords() {
  const refusal = refusalOf('/record', 'armed').value;
  return (
    <>
      <p class="sends-words" role="status">
        <b>{t('frame.arming')}</b>
        <span>{refusal === '' ? t('frame.arming.count', { count: armedCount.value }) : refusal}</span>
      </p>
      <button type="button" onClick={() => turnAllArmed(page.value.strips)}>
        {t('frame.arming.bank')}
      </button>
    </>
  );
}

export const endArming = (): void => {
  isArming.value = false;
};
