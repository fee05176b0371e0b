// The plate of a strip: colour, number, name. A tap selects the strip, the next one edits its plate, a long press opens it.
import { useRef } from 'preact/hooks';
import { canBeArmed, isArmed, isArming, turnArmed } from '../desk/armed.ts';
import { fieldOf } from '../desk/rows.ts';
import { kindAndIndex, stripName, stripNumber } from '../desk/strip-name.ts';
import { selected, show } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { ignoreRelease } from './long-press.ts';
import { plateStyle } from './plate-colour.ts';
import { ShortName } from './short-name.tsx';

const longPressMs = 500;

export function Plate({ path, tabIndex }: { readonly path: string; readonly tabIndex: number }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Before this tap, which selects the strip already when it goes down. */
  const wasSelected = useRef(false);
  const leave = () => clearTimeout(timer.current);
  const [, index] = kindAndIndex(path);
  const colour = fieldOf<string>(path, 'colour').value ?? 'off';
  const isLinked = fieldOf<boolean>(path, 'stereoLink').value === true;
  const isLeft = Number(index) % 2 === 1;
  const short = stripNumber(path);
  const isTapped = isArming.value && canBeArmed(path);
  const hint = isTapped ? t(isArmed(path) ? 'strip.armed' : 'strip.notArmed') : hintOf(path);
  return (
    <button
      type="button"
      class={`plate ${isTapped ? 'is-armable' : ''}`}
      aria-pressed={isTapped ? isArmed(path) : undefined}
      tabIndex={tabIndex}
      data-colour={colour}
      style={plateStyle(colour)}
      onPointerDown={() => {
        leave();
        wasSelected.current = selected.peek() === path;
        timer.current = setTimeout(() => {
          ignoreRelease();
          openStrip(path);
        }, longPressMs);
      }}
      onPointerUp={leave}
      onPointerCancel={leave}
      onPointerLeave={leave}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (isTapped) turnArmed(path);
        else if (wasSelected.current) openStrip(path, 'plate');
        else selected.value = path;
      }}
    >
      <small>
        {isLinked && !isLeft && '= '}
        {fieldOf<string>(path, 'name').value ? [short, hint].filter(Boolean).join(' · ') : hint}
        {isLinked && isLeft && ' ='}
      </small>
      <b>
        <ShortName name={stripName(path)} />
      </b>
    </button>
  );
}

/** Why nothing can be heard of it, in two words. */
function hintOf(path: string): string {
  if (fieldOf<string>(path, 'sourceId').value === '') return t('strip.noSource');
  return fieldOf<boolean>(path, 'present').value === false ? t('strip.notThere') : '';
}

/** Opens the strip in detail, at a part of it. */
export function openStrip(path: string, ...part: readonly string[]): void {
  const [kind, index] = kindAndIndex(path);
  selected.value = path;
  show('strip', kind, index, ...part);
}
