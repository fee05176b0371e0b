// Mute, solo and level of the strip that is shown.
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { canBeArmed, isArmed, turnArmed } from '../desk/armed.ts';
import { field } from '../desk/field.ts';
import { isThere, useRows } from '../desk/rows.ts';
import { t } from '../text/text.ts';

export function Level({ path }: { readonly path: string }) {
  useRows([path]);
  if (!isThere(path)) return null;
  return (
    <section class="detail-panel strip-level" aria-label={t('control.field.levelDb')}>
      <Pressed path={path} name="muted" words={t('control.field.muted')} />
      <Pressed path={path} name="soloed" words={t('control.field.soloed')} />
      {canBeArmed(path) && (
        <button type="button" class="armed" aria-pressed={isArmed(path)} onClick={() => turnArmed(path)}>
          {t(isArmed(path) ? 'strip.armed' : 'detail.arm')}
        </button>
      )}
      <ControlFor path={path} name="levelDb" />
      {canBeArmed(path) && <Refusal path="/record" name="armed" />}
      <Refusal path={path} name="muted" />
      <Refusal path={path} name="soloed" />
    </section>
  );
}

interface PressedOptions {
  readonly path: string;
  readonly name: 'muted' | 'soloed';
  readonly words: string;
}

/** Acts when the pointer goes down, for timing. */
function Pressed({ path, name, words }: PressedOptions) {
  const { shown, state, move } = field<boolean>(path, name);
  if (shown.value === undefined) return null;
  return (
    <button
      type="button"
      class={`${name} ${state.value}`}
      aria-pressed={shown.value}
      disabled={state.value === 'stale'}
      onPointerDown={(event) => event.button === 0 && move(!shown.peek())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (!event.repeat) move(!shown.peek());
      }}
    >
      {words.toUpperCase()}
    </button>
  );
}
