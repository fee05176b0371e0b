// A view that is loaded when the page rests after its first paint, so that an outage of the desk takes no view away; or when it
// is shown, whichever is earlier.
import { effect, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { connection } from '../desk/client.ts';
import { t } from '../text/text.ts';

/** `load` imports it. The view of a desk that was updated since has another name: the page is then loaded again. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<{ readonly view: ComponentType<Props> } | undefined>(undefined);
  const hasFailed = signal(false);
  const ask = async (): Promise<void> => {
    if (loaded.peek() !== undefined) return;
    await load().then(
      (view) => {
        loaded.value = { view };
      },
      () => {
        hasFailed.value = true;
      },
    );
  };
  whenIdle(ask);
  return (props: Props) => {
    const View = loaded.value?.view;
    const { state } = connection.value;
    // Once more when the desk is back.
    useEffect(() => void ask(), [state]);
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

const queue: (() => Promise<void>)[] = [];
let isRunning = false;

/** Runs the tasks one by one, each in a moment without work, while the desk answers. */
function whenIdle(task: () => Promise<void>): void {
  queue.push(task);
  runNext();
}

function runNext(): void {
  if (isRunning || queue.length === 0 || connection.peek().state !== 'open') return;
  isRunning = true;
  onIdle(() => {
    void (queue.shift() as () => Promise<void>)().finally(() => {
      isRunning = false;
      runNext();
    });
  });
}

/** A browser without idle callbacks has a moment after the first paint all the same. */
const onIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run);
  else setTimeout(run, 1000);
};

effect(() => {
  if (connection.value.state === 'open') runNext();
});
