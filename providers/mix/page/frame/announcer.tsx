// What readers of screens are told: in turn, and at once.
import { effect, signal } from '@preact/signals';
import { connection, wasOpen } from '../desk/client.ts';
import { fieldOf } from '../desk/rows.ts';
import { t } from '../text/text.ts';

const polite = signal('');
const urgent = signal('');

/** Read when the reader has finished. */
export function announce(text: string): void {
  polite.value = text;
}

effect(() => {
  if (!wasOpen.value) return;
  if (connection.value.state === 'lost') urgent.value = t('frame.lost');
  else if (connection.value.state === 'open' && urgent.peek() !== '') urgent.value = t('frame.back');
});

let before: unknown;
effect(() => {
  const scope = fieldOf('/safety/panic', 'scope').value;
  if (before !== undefined && scope !== before)
    urgent.value = t(
      scope === 'all' ? 'frame.panic.all' : scope === 'mains' ? 'frame.panic.mains' : 'frame.panic.over',
    );
  before = scope;
});

export function Announcer() {
  return (
    <>
      <div class="out-of-sight" role="status" aria-live="polite">
        {polite}
      </div>
      <div class="out-of-sight" role="alert" aria-live="assertive">
        {urgent}
      </div>
    </>
  );
}
