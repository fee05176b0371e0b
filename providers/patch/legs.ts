// Legs of strips, and the mixer's ports that they are.
import type { StripRef } from '../console/index.ts';
import { twoLegged } from './contract.ts';

/** Half of the left leg and of the right one, of a strip that has two. */
export type Leg = 'left' | 'right' | 'mono';

/**
 * The id of a mixer's port (`Mixer.nodes` of rowdesk/driver): `mixer:input-3` for a strip of one leg, whichever is asked for;
 * `mixer:main-1-left`, `-right` or `-mono` for a strip of two.
 */
export function portOfLeg({ kind, index }: StripRef, leg: Leg): string {
  return `mixer:${kind}-${index}${twoLegged.includes(kind) ? `-${leg}` : ''}`;
}

/** The leg that a strip plays at its n-th of so many ports, from 0: left and right in turn; a last one alone has both. */
export function legInTurn(n: number, ports: number): Leg {
  if (n % 2 === 1) return 'right';
  return n === ports - 1 ? 'mono' : 'left';
}
