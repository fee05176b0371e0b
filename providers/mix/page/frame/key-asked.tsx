// Instead of the page, for a device whose key the desk does not know: how it gets one.
import type { ComponentChildren } from 'preact';
import { holder, isLinkSpent } from '../desk/holder.ts';
import { t } from '../text/text.ts';

export function KeyAsked({ children }: { readonly children: ComponentChildren }) {
  const own = holder.value;
  // A link is of no matter to a device that has a key.
  const isSpent = isLinkSpent.value && own?.name === '';
  if (own?.role !== 'none' && !isSpent) return <>{children}</>;
  return (
    <main class="waiting">
      <p role="alert">
        <b>{t(isLinkSpent.value ? 'frame.key.spent' : 'frame.key.needed')}</b>
      </p>
      <p>{t('frame.key.how')}</p>
    </main>
  );
}
