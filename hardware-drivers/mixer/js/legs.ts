// Ports of the mixer in the graph: the legs of its strips.
import type { Output } from './outputs.ts';

/** The id of the mixer's node, and the first part of its ports' ids. */
export const nodeId = 'mixer';

/** A strip with sound: its path (`/channel/input/3`) and its legs, 1 or 2. */
export interface SoundingStrip {
  readonly path: string;
  readonly legs: number;
}

/** Half of the left leg and of the right one, of a strip that has two. */
export type Leg = Output['leg'];

/** `mixer:input-3` for a strip of one leg, whichever is asked for; `mixer:main-1-left`, `-right` or `-mono` for one of two. */
export function portOfLeg({ path, legs }: SoundingStrip, leg: Leg): string {
  const [, , kind, index] = path.split('/');
  return `${nodeId}:${kind}-${index}${legs < 2 ? '' : `-${leg}`}`;
}

/** The leg that a strip plays at its n-th of so many ports, from 0: left and right in turn; a last one alone has both. */
export function legInTurn(n: number, ports: number): Leg {
  if (n % 2 === 1) return 'right';
  return n === ports - 1 ? 'mono' : 'left';
}
