// Talkback: heard while its key is held; a latching one until it is pressed again.
import { useEffect } from 'preact/hooks';
import { field } from '../desk/field.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { t } from '../text/text.ts';

interface Item {
  readonly id: string;
  readonly sourceId: string;
  readonly destinations: readonly unknown[];
}

/** Those that have a microphone and somewhere to be heard. */
function readyTalks(): readonly Item[] {
  const items = fieldOf<readonly Item[]>('/talkback', 'items').value ?? [];
  return items.filter(({ sourceId, destinations }) => sourceId !== '' && destinations.length > 0);
}

/** The talkback that the key T holds, or has latched. */
let held: string | undefined;

/** T goes down: the first talkback. */
export function pressTalk(): void {
  const [first] = readyTalks();
  if (first === undefined) return;
  held = `/talkback/${first.id}`;
  press(held);
}

function press(path: string): void {
  const on = field<boolean>(path, 'on');
  on.move(!isLatch(path) || on.shown.peek() !== true);
}

/** T is let go: a latching one stays. */
export function leaveTalk(): void {
  if (held !== undefined && !isLatch(held)) field<boolean>(held, 'on').move(false);
  held = undefined;
}

const isLatch = (path: string): boolean => fieldOf<string>(path, 'mode').value === 'latch';

/** Keys of the talkbacks that have a microphone and somewhere to be heard. */
export function Talks() {
  const ready = readyTalks();
  return (
    <>
      {ready.map(({ id }) => (
        <Talk key={id} id={id} number={ready.length > 1 ? ` ${id}` : ''} />
      ))}
    </>
  );
}

function Talk({ id, number }: { readonly id: string; readonly number: string }) {
  const path = `/talkback/${id}`;
  useRows([path]);
  const on = field<boolean>(path, 'on');
  const isLatching = isLatch(path);
  const isOn = on.shown.value === true;
  const leave = () => {
    if (!isLatching && on.shown.peek() === true) on.move(false);
  };
  useEffect(() => {
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [isLatching]);
  const isKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  return (
    <button
      type="button"
      class={`talk ${isOn ? 'is-on' : ''}`}
      aria-pressed={isOn}
      disabled={on.state.value === 'stale'}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press(path);
      }}
      onLostPointerCapture={leave}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) press(path);
      }}
      onKeyUp={(event) => isKey(event) && leave()}
      onBlur={leave}
    >
      <b>
        {t('frame.talk')}
        {number}
      </b>{' '}
      <small>{t(isLatching ? 'frame.talk.latch' : 'frame.hold')}</small>
    </button>
  );
}
