// Panic, and its release: both held, both as large.
import { signal } from '@preact/signals';
import { HoldButton } from '../control/hold-button.tsx';
import { field } from '../desk/field.ts';
import { isOffered } from '../desk/holder.ts';
import { isThere } from '../desk/rows.ts';
import { t } from '../text/text.ts';
import { panicScope } from './settings-store.ts';

const scope = field<string | null>('/safety/panic', 'scope');
/** Ctrl+Shift+X is held. */
export const isHeldByKeys = signal(false);

const isOn = (): boolean => scope.confirmed.value !== null && scope.confirmed.value !== undefined;

/** Sets panic, or releases it. */
export function turnPanic(): void {
  if (isThere('/safety/panic')) scope.move(scope.confirmed.peek() ? null : panicScope.peek());
}

export function PanicButton() {
  if (!isThere('/safety/panic') || !isOffered('mix')) return null;
  return (
    <HoldButton
      class={`panic ${isHeldByKeys.value ? 'is-held' : ''}`}
      disabled={scope.state.value === 'stale'}
      pressed={isOn()}
      label={isOn() ? undefined : t('frame.panic.label')}
      onHeld={turnPanic}
    >
      <b>{t(isOn() ? 'frame.panic.on' : 'frame.panic')}</b> <small>{t('frame.hold')}</small>
      {isOn() && <span class="unseen">{t('frame.panic.release')}</span>}
    </HoldButton>
  );
}

/** Stays while panic is on. */
export function PanicBar() {
  if (!isThere('/safety/panic') || !isOn()) return null;
  return (
    <div class="notice panic-bar">
      <p>
        <b>■ {t(scope.confirmed.value === 'mains' ? 'frame.panic.mains' : 'frame.panic.all')}</b>
        {scope.confirmed.value === 'all' && t('frame.panic.cue')} {scope.refusal.value}
      </p>
      {isOffered('mix') && (
        <HoldButton disabled={scope.state.value === 'stale'} onHeld={turnPanic}>
          {t('frame.panic.release')}
        </HoldButton>
      )}
    </div>
  );
}
