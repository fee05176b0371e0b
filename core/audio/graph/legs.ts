// Which leg of a strip a port is.
import { legPortId, monoPortId } from './ids.ts';

/** `mono` of a strip that has two legs is half of both. */
export type Leg = 'left' | 'right' | 'mono';

/** A strip that has one leg has one port, whichever is asked for. */
export function portOfLeg(path: string, leg: Leg, legs: number): string {
  if (legs > 1 && leg === 'mono') return monoPortId(path);
  return legPortId(path, leg === 'right' ? 1 : 0, legs);
}

/** Of a strip that plays to so many ports in turn, from place 0: left and right; a last one without a partner has both. */
export function legInTurn(place: number, ports: number): Leg {
  const isAlone = place % 2 === 0 && place === ports - 1;
  return isAlone ? 'mono' : place % 2 === 0 ? 'left' : 'right';
}
