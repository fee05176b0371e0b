// Phantom power: the one switch that asks first, in its own place. Switching it on mutes the strip.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Refusal } from '../control/control-for.tsx';
import { contractOf } from '../desk/contracts.ts';
import { field } from '../desk/field.ts';
import { t } from '../text/text.ts';

/** `path`: of the preamp. Nothing where it has no phantom power. */
export function Phantom({ path }: { readonly path: string }) {
  const isAsking = useSignal(false);
  const leave = useRef<HTMLButtonElement>(null);
  const { shown, confirmed, state, move } = field<boolean>(path, 'phantom');
  const isOn = shown.value === true;
  useEffect(() => {
    if (confirmed.value === true) isAsking.value = false;
  }, [confirmed.value]);
  // The harmless answer is the one under Enter.
  useEffect(() => {
    if (isAsking.value) leave.current?.focus();
  }, [isAsking.value]);
  if (contractOf(path).value?.fields.phantom?.access !== 'rw') return null;
  const answer = (isYes: boolean) => {
    isAsking.value = false;
    if (isYes) move(true);
  };
  return (
    <div class="control" data-field="phantom">
      {isAsking.value ? (
        <div class="question" role="alertdialog" aria-label={t('detail.phantomAsk')}>
          <p>{t('detail.phantomAsk')}</p>
          <button type="button" class="danger" onClick={() => answer(true)}>
            {t('detail.switchOn')}
          </button>
          <button type="button" ref={leave} onClick={() => answer(false)}>
            {t('detail.leave')}
          </button>
        </div>
      ) : (
        <button
          type="button"
          role="switch"
          class={`switch ${state.value}`}
          aria-checked={isOn}
          disabled={state.value === 'stale'}
          onClick={() => {
            if (isOn) move(false);
            else isAsking.value = true;
          }}
        >
          <span>
            {t('control.field.phantom')} <small>{t('detail.asksFirst')}</small>
          </span>
          <i />
        </button>
      )}
      <Refusal path={path} name="phantom" />
    </div>
  );
}
