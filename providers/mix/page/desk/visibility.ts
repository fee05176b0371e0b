// A page that is not in sight costs the desk little: what moves by itself is not asked for, and after a minute nothing is.
import { type ReadonlySignal, signal } from '@preact/signals';
import { client } from './client.ts';

const leaveMs = 60_000;

const inSight = signal(!document.hidden);

/** False while the page is hidden: behind another one, on a dark screen. What meters and spectra ask for depends on it. */
export const isInSight: ReadonlySignal<boolean> = inSight;

let leaving: ReturnType<typeof setTimeout> | undefined;
let hasLeft = false;

document.addEventListener('visibilitychange', () => {
  clearTimeout(leaving);
  if (document.hidden) {
    leaving = setTimeout(() => {
      hasLeft = true;
      client.close();
    }, leaveMs);
  } else if (hasLeft) {
    hasLeft = false;
    // A subscription opens the connection anew, with all that is watched.
    client.subscribe(['/console'], () => {})();
  }
  inSight.value = !document.hidden;
});
