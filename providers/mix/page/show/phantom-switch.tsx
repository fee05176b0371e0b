// 48 V of a socket. Switching it on is asked for in the switch's place, since it can harm what is plugged in.
import { useSignal } from '@preact/signals';
import { contractOf } from '../desk/contracts.ts';
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { t } from '../text/text.ts';

export function PhantomSwitch({ path }: { readonly path: string }) {
  const isAsked = useSignal(false);
  const isOn = fieldOf<boolean>(path, 'phantom').value;
  const refusal = refusalOf(path, 'phantom').value;
  if (isOn === undefined || contractOf(path).value?.fields.phantom?.access !== 'rw') return null;
  const put = (phantom: boolean) => {
    isAsked.value = false;
    void writeFields(path, { phantom }, 'phantom');
  };
  return (
    <div class="keys">
      {isAsked.value ? (
        <>
          <span>{t('show.phantomAsked')}</span>
          <button type="button" class="warns" onClick={() => put(true)}>
            {t('show.switchOn')}
          </button>
          <button
            type="button"
            onClick={() => {
              isAsked.value = false;
            }}
          >
            {t('show.leave')}
          </button>
        </>
      ) : (
        <button
          type="button"
          aria-pressed={isOn}
          onClick={() => {
            if (isOn) put(false);
            else isAsked.value = true;
          }}
        >
          48 V {t(isOn ? 'show.on' : 'show.off')}
        </button>
      )}
      {refusal !== '' && <small class="refusal">{refusal}</small>}
    </div>
  );
}
