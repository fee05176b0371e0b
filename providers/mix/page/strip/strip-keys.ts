// Keys of the strip that has the focus.
import { field } from '../desk/field.ts';
import { kindAndIndex } from '../desk/strip-path.ts';
import { announce } from '../frame/announcer.tsx';
import { spill } from '../frame/spill.tsx';
import { openStrip } from './plate.tsx';

/** A strip acts on letters while one of its controls has the focus; the fader has keys of its own. */
export function onStripKey(event: KeyboardEvent, path: string): void {
  const target = event.target as HTMLElement;
  if (target.tagName === 'INPUT' || event.ctrlKey || event.altKey || event.metaKey) return;
  const strip = event.currentTarget as HTMLElement;
  const act = actOf(event.key, strip, path, target.tagName === 'BUTTON');
  if (act === undefined) return;
  event.preventDefault();
  act();
}

function actOf(key: string, strip: HTMLElement, path: string, isButton: boolean): (() => void) | undefined {
  switch (key) {
    case 'ArrowLeft':
      return () => goTo(strip, -1);
    case 'ArrowRight':
      return () => goTo(strip, 1);
    case 'm':
    case 'M':
      return () => toggle(path, 'muted');
    case 's':
    case 'S':
      return () => toggle(path, 'soloed');
    case '=':
      return () => strip.querySelector<HTMLElement>('button.fader-value')?.click();
    case 'n':
    case 'N':
      return () => openStrip(path, 'plate');
    case 'd':
    case 'D':
      return kindAndIndex(path)[0] === 'dca' ? () => spill(path) : undefined;
    case 'l':
    case 'L':
      return () => announce(spokenLevel(strip));
    case 'Enter':
      // Enter on a button presses it; on the plate it opens the strip.
      return isButton && !document.activeElement?.classList.contains('plate') ? undefined : () => openStrip(path);
    default:
      return undefined;
  }
}

function toggle(path: string, name: 'muted' | 'soloed'): void {
  const of = field<boolean>(path, name);
  const shown = of.shown.peek();
  if (shown !== undefined) of.move(!shown);
}

/** What the fader says of itself. */
function spokenLevel(strip: HTMLElement): string {
  const fader = strip.querySelector('.fader-area');
  return [fader?.ariaLabel, fader?.ariaValueText].filter(Boolean).join(', ');
}

/** The same control of the strip beside it. */
function goTo(strip: HTMLElement, by: 1 | -1): void {
  const strips = [...document.querySelectorAll<HTMLElement>('.strip')];
  const next = strips[strips.indexOf(strip) + by];
  const kind = document.activeElement?.classList[0];
  const same = next?.querySelector<HTMLElement>(`:is(.${kind}, .strip-button.${document.activeElement?.classList[1]})`);
  (same ?? next?.querySelector<HTMLElement>('.fader-area, .plate'))?.focus();
}
