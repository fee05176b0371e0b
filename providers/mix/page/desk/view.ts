// What is on the screen, kept in the address (`/mix#strip/input/14`), so that a link and the back key work.
import { signal } from '@preact/signals';

let hash = location.hash;

/** Segments after the `#`: `['strip', 'input', '14']`; empty for the faders. */
export const view = signal(segmentsOf(hash));

function follow(): void {
  if (location.hash === hash) return;
  hash = location.hash;
  view.value = segmentsOf(hash);
}

window.addEventListener('hashchange', follow);

/** None of an address that is no text. */
function segmentsOf(address: string): readonly string[] {
  try {
    return address.replace(/^#/, '').split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** At once: the event of the address comes later, and a second key may be before it. */
export function show(...segments: readonly (string | number)[]): void {
  location.hash = segments.map(encodeURIComponent).join('/');
  follow();
}

/** For an answer that leads on: a way that is gone only while what was shown when it was asked for is still shown. */
export function leadFrom(): typeof show {
  const asked = view.peek();
  return (...segments) => {
    if (view.peek() === asked) show(...segments);
  };
}

/** The strip that keys and the detail act on: `/channel/input/14`. */
export const selected = signal<string | undefined>(undefined);

/** What faders set: `undefined` the main, else the bus whose sends they are, `/channel/mix/1`. */
export const sendsOf = signal<string | undefined>(undefined);

/** The DCA whose members are the bank: `/channel/dca/1`. */
export const spillOf = signal<string | undefined>(undefined);

/** Faders set the main again, or the sends to a bus. */
export function setFaders(bus: string | undefined): void {
  sendsOf.value = bus;
}
