// A view that is loaded when it is shown for the first time.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../text/text.ts';

/** `load` imports it. The view of a desk that was updated since has another name: the page is then loaded again. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<{ readonly view: ComponentType<Props> } | undefined>(undefined);
  const hasFailed = signal(false);
  const ask = (): void => {
    load().then(
      (view) => {
        loaded.value = { view };
      },
      () => {
        hasFailed.value = true;
      },
    );
  };
  return (props: Props) => {
    const View = loaded.value?.view;
    useEffect(() => {
      if (loaded.peek() === undefined) ask();
    }, []);
    if (View !== undefined) return <View {...props} />;
    if (!hasFailed.value) return <div class="empty" aria-busy="true" />;
    return (
      <div class="empty">
        <p role="alert">{t('frame.notLoaded')}</p>
        <button type="button" onClick={() => location.reload()}>
          {t('frame.loadAgain')}
        </button>
      </div>
    );
  };
}
