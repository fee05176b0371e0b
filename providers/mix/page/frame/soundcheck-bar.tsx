// Says on every view that strips hear a take: a show must not begin so.
import { HoldButton } from '../control/hold-button.tsx';
import { fieldOf, isLive, rowOf } from '../desk/rows.ts';
import { task } from '../desk/tasks.ts';
import { show } from '../desk/view.ts';
import { t } from '../text/text.ts';
import './soundcheck-bar.css';

const path = '/vsc/settings';
const eject = '/vsc/eject';

/** Stays while a take is engaged. */
export function SoundcheckBar() {
  const { life } = rowOf(path).value;
  if (life === 'gone' || life === 'unknown' || fieldOf(path, 'engaged').value !== true) return null;
  const take = takeName();
  const { refusal, isRunning } = task(eject);
  return (
    <div class="notice soundcheck-bar" role="status">
      <p>
        <b>▶ {t('frame.soundcheck')}</b>
        <span dir="auto">{t('frame.soundcheck.hears', { take })}</span> {refusal.value}
      </p>
      <button type="button" onClick={() => show('show', 'soundcheck')}>
        {t('frame.soundcheck.open')}
      </button>
      <HoldButton disabled={!isLive(path) || isRunning.value} onHeld={() => void task(eject).run()}>
        {t('frame.soundcheck.eject')} <small>{t('frame.hold')}</small>
      </HoldButton>
    </div>
  );
}

interface ListedTake {
  readonly id: string;
  readonly name: string;
}

/** The name of the take that is loaded; its id where the list lacks it. */
function takeName(): string {
  const id = fieldOf<string>(path, 'takeId').value ?? '';
  const takes = fieldOf<readonly ListedTake[]>('/takes', 'takes').value ?? [];
  return takes.find((take) => take.id === id)?.name ?? id;
}
