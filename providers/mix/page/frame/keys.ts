// Keys of the whole page. Letters and figures act only while a strip has the focus; those of a strip are in strip/.
import { useEffect } from 'preact/hooks';
import { holdMs } from '../control/hold-button.tsx';
import { isArming } from '../desk/armed.ts';
import { setFaders, show, spillOf, view } from '../desk/view.ts';
import { showFaders, turnPage } from './bank.ts';
import { buses } from './faders-set.tsx';
import { isHeldByKeys, turnPanic } from './panic.tsx';
import { startTake } from './record-key.tsx';
import { go } from './scene.tsx';
import { leaveTalk, pressTalk } from './talk.tsx';
import { clearSolo, redo, undo } from './top-bar.tsx';

export function useKeys(): void {
  useEffect(() => {
    let panic: ReturnType<typeof setTimeout> | undefined;
    const leavePanic = () => {
      clearTimeout(panic);
      panic = undefined;
      isHeldByKeys.value = false;
    };
    const holdPanic = () => {
      isHeldByKeys.value = true;
      panic ??= setTimeout(() => {
        leavePanic();
        turnPanic();
      }, holdMs);
    };
    const leaveAll = () => {
      leavePanic();
      leaveTalk();
    };
    const onUp = ({ key }: KeyboardEvent) => {
      leavePanic();
      if (key.toLowerCase() === 't') leaveTalk();
    };
    const onDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isTyping = (event.target as Element).matches('input:not([type="range"]), select, textarea');
      if (event.ctrlKey || event.metaKey) {
        const key = event.key.toLowerCase();
        if (key === 'x' && event.shiftKey) {
          event.preventDefault();
          if (!event.repeat) holdPanic();
        } else if (key === 'z' && !isTyping) {
          event.preventDefault();
          if (event.shiftKey) redo();
          else undo();
        }
        return;
      }
      if (isTyping || event.altKey) return;
      if (event.key.toLowerCase() === 't' && isOnStrip(event)) {
        event.preventDefault();
        if (!event.repeat) pressTalk();
        return;
      }
      const act = anywhere[event.key] ?? (isOnStrip(event) ? onStrip(event.key) : undefined);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onDown);
    document.addEventListener('keyup', onUp);
    window.addEventListener('blur', leaveAll);
    return () => {
      leaveAll();
      document.removeEventListener('keydown', onDown);
      document.removeEventListener('keyup', onUp);
      window.removeEventListener('blur', leaveAll);
    };
  }, []);
}

const isOnStrip = ({ target }: Event): boolean => (target as Element).closest('.bank') !== null;

const anywhere: Readonly<Record<string, (() => void) | undefined>> = {
  '[': () => turnPage(-1),
  ']': () => turnPage(1),
  '?': () => (view.peek()[0] === 'keys' ? showFaders() : show('keys')),
  Escape: back,
};

function back(): void {
  if (!['bank', undefined].includes(view.peek()[0])) showFaders();
  else if (isArming.peek()) isArming.value = false;
  else if (spillOf.peek() !== undefined) spillOf.value = undefined;
  else setFaders(undefined);
}

function onStrip(key: string): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) {
    const bus = buses()[Number(key) - 1];
    return bus === undefined ? undefined : () => setFaders(bus);
  }
  const letters: Readonly<Record<string, () => void>> = {
    f: () => setFaders(undefined),
    c: clearSolo,
    g: go,
    r: startTake,
  };
  return letters[key.toLowerCase()];
}
