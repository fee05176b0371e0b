// What is on the screen, kept in the address (`/mix#strip/input/14`), so that a link and the back key work.
import { signal } from '@preact/signals';

/** Segments after the `#`: `['strip', 'input', '14']`; empty for the faders. */
export const view = signal(segmentsOf(location.hash));

window.addEventListener('hashchange', () => {
  view.value = segmentsOf(location.hash);
});

function segmentsOf(hash: string): readonly string[] {
  return hash.replace(/^#/, '').split('/').filter(Boolean).map(decodeURIComponent);
}

export function show(...segments: readonly (string | number)[]): void {
  location.hash = segments.map(encodeURIComponent).join('/');
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
