// A strip is copied into the first slot of the desk's clipboard, and pasted onto another; the desk leaves patch and link.
import { useSignal } from '@preact/signals';
import { client } from '../desk/client.ts';
import { forgetRefusal, refusalOf, refuse } from '../desk/refusals.ts';
import { fieldOf, isThere, useRows } from '../desk/rows.ts';
import { kindAndIndex, stripNumber, stripPath } from '../desk/strip-name.ts';
import { task } from '../desk/tasks.ts';
import { t } from '../text/text.ts';

const slot = '/clipboard/1';

interface StripRef {
  readonly kind: string;
  readonly index: number;
}

/** Nothing where the desk has no clipboard. */
export function CopyPaste({ path }: { readonly path: string }) {
  useRows([slot]);
  const isUnderWay = useSignal(false);
  const from = fieldOf<StripRef | null>(slot, 'from').value;
  if (!isThere(slot)) return null;
  const [kind, index] = kindAndIndex(path);
  const own = { kind, index: Number(index) };
  const isOther = from !== undefined && from !== null && (from.kind !== kind || from.index !== own.index);
  const copy = async () => {
    forgetRefusal(slot, 'from');
    isUnderWay.value = true;
    try {
      await client.patch(slot as never, { from: own, areas: [] } as never);
    } catch (error) {
      refuse(slot, 'from', error);
    } finally {
      isUnderWay.value = false;
    }
  };
  return (
    <>
      <button type="button" disabled={isUnderWay.value} onClick={copy}>
        {from !== undefined && from !== null && !isOther ? t('detail.copied') : t('detail.copy')}
      </button>
      {isOther && (
        <button
          type="button"
          disabled={task(`${slot}/paste`).isRunning.value}
          onClick={() => void task(`${slot}/paste`).run({ targets: [own] })}
        >
          {t('detail.paste', { name: stripNumber(stripPath(from.kind, from.index)) })}
        </button>
      )}
    </>
  );
}

/** What copying or pasting was refused for, in words. */
export function BarRefusals() {
  const words = [refusalOf(slot, 'from').value, task(`${slot}/paste`).refusal.value].find((each) => each !== '');
  if (words === undefined) return null;
  return (
    <p class="refusal" role="status">
      <b>{t('control.refused')}</b> {words}
    </p>
  );
}
