// The solo of a strip.
import { field } from '../desk/field.ts';
import { t } from '../text/text.ts';
import { usePress } from './press.ts';

export function Solo({ path, tabIndex }: { readonly path: string; readonly tabIndex: number }) {
  const soloed = field<boolean>(path, 'soloed');
  return (
    <button
      type="button"
      class={`strip-button solo ${soloed.state.value}`}
      tabIndex={tabIndex}
      aria-pressed={soloed.shown.value === true}
      aria-disabled={soloed.state.value === 'stale'}
      aria-label={t('strip.solo')}
      {...usePress(() => soloed.move(!soloed.shown.peek()))}
    >
      {t('strip.SOLO')}
    </button>
  );
}
