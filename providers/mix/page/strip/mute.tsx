// The mute of a strip: its own filled, another cause hatched with its name.
import { field } from '../desk/field.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { kindAndIndex } from '../desk/strip-path.ts';
import { type TextKey, t } from '../text/text.ts';
import { type Cause, type Silence, silenceOf } from './muted-by.ts';
import { usePress } from './press.ts';
import { ShortName } from './short-name.tsx';

/** `M2 Acoustic +1`: the first other cause, named, and how many more there are; spoken `by group 2 M2 Acoustic`. Behind `before` it
 * has no room for its name. */
function OtherCause({
  cause,
  more,
  before = '',
}: {
  readonly cause: Cause;
  readonly more: number;
  readonly before?: string;
}) {
  useRows(cause.path === undefined ? [] : [cause.path]);
  const words = t(cause.key, { number: cause.number });
  const short =
    cause.path === undefined
      ? undefined
      : t(shortKeys[kindAndIndex(cause.path)[0]] ?? 'strip.dca', { number: cause.number });
  const name = cause.path === undefined ? undefined : fieldOf<string>(cause.path, 'name').value;
  return (
    <small class="mute-cause">
      {before !== '' && <span>{before} </span>}
      {short === undefined ? (
        <span>{words}</span>
      ) : (
        <>
          <span class="unseen">{words} </span>
          <span>{short}</span>
          {name && before === '' && <ShortName name={name} />}
        </>
      )}
      {more > 0 && <span>+{more}</span>}
    </small>
  );
}

const shortKeys: Readonly<Record<string, TextKey>> = { muteGroup: 'strip.muteGroup', dca: 'strip.dca' };

const silenceOfStrip = (path: string): Silence => silenceOf(fieldOf<readonly string[]>(path, 'mutedBy').value ?? []);

export function Mute({ path, tabIndex }: { readonly path: string; readonly tabIndex: number }) {
  const muted = field<boolean>(path, 'muted');
  const isMuted = muted.shown.value === true;
  const { cause, more } = silenceOfStrip(path);
  const look = isMuted ? 'own' : cause === undefined ? '' : 'other';
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
      {cause !== undefined && <OtherCause cause={cause} more={more} />}
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
  const { isOwn, cause, more } = silenceOfStrip(strip);
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
      {cause !== undefined && <OtherCause cause={cause} more={more} before={t('strip.muted')} />}
      {cause === undefined && isOwn && <small>{t('strip.muted')}</small>}
    </button>
  );
}
