// The mute of a strip: its own filled, another cause hatched with its name.
import { field } from '../desk/field.ts';
import { fieldOf } from '../desk/rows.ts';
import { t } from '../text/text.ts';
import { silenceOf } from './muted-by.ts';
import { usePress } from './press.ts';

const causeOf = (path: string): string => {
  const { cause, more } = silenceOf(fieldOf<readonly string[]>(path, 'mutedBy').value ?? []);
  if (cause === undefined) return '';
  return t(cause.key, { number: cause.number }) + (more > 0 ? ` +${more}` : '');
};

export function Mute({ path, tabIndex }: { readonly path: string; readonly tabIndex: number }) {
  const muted = field<boolean>(path, 'muted');
  const isMuted = muted.shown.value === true;
  const cause = causeOf(path);
  const look = isMuted ? 'own' : cause === '' ? '' : 'other';
  return (
    <button
      type="button"
      class={`strip-button mute ${look} ${muted.state.value}`}
      tabIndex={tabIndex}
      aria-pressed={isMuted}
      aria-disabled={muted.state.value === 'stale'}
      aria-label={look === '' ? t('strip.mute') : undefined}
      {...usePress(() => muted.move(!muted.shown.peek()))}
    >
      {t(look === '' ? 'strip.MUTE' : 'strip.MUTED')}
      {cause !== '' && <small>{cause}</small>}
    </button>
  );
}

/** Whether a strip's send to a bus is on; with why the strip is silent there too. */
export function SendOn({
  path,
  strip,
  tabIndex,
}: {
  readonly path: string;
  readonly strip: string;
  readonly tabIndex: number;
}) {
  const on = field<boolean>(path, 'on');
  const isOn = on.shown.value === true;
  const { isOwn } = silenceOf(fieldOf<readonly string[]>(strip, 'mutedBy').value ?? []);
  const cause = causeOf(strip);
  const silence = cause === '' ? isOwn && t('strip.muted') : t('strip.mutedBecause', { cause });
  return (
    <button
      type="button"
      class={`strip-button send-on ${isOn ? 'on' : ''} ${on.state.value}`}
      tabIndex={tabIndex}
      aria-pressed={isOn}
      aria-disabled={on.state.value === 'stale'}
      {...usePress(() => on.move(!on.shown.peek()))}
    >
      <span class="unseen">{t('strip.sendOn')} </span>
      {t(isOn ? 'strip.ON' : 'strip.OFF')}
      {silence && <small>{silence}</small>}
    </button>
  );
}
