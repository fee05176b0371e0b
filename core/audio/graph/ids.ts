// Ids in the audio graph: ports of the mixer, and links.
import { createHash } from 'node:crypto';

/** The node of the mixer; its ports are legs of strips. */
export const mixerNodeId = 'mixer';

/** Longest id of something from outside (rows.md). */
const mostCharacters = 192;
const hashCharacters = 16;

/** `mixer:input-3` for the only leg of a strip, `mixer:main-1-left` and `-right` for one of two (leg 0 and 1). */
export function legPortId(path: string, leg: number, legs: number): string {
  const strip = path.replace('/channel/', '').replace('/', '-');
  return `${mixerNodeId}:${strip}${legs < 2 ? '' : leg === 0 ? '-left' : '-right'}`;
}

/** Half of the left leg and the right one of a strip that has two, as a port: `mixer:main-1-mono`. */
export function monoPortId(path: string): string {
  return `${legPortId(path, 0, 1)}-mono`;
}

/** The n of `driving:out-n`, the n-th output of whatever drives, 1 to 9999; undefined for the id of a port. */
export function drivingOutput(portId: string): number | undefined {
  const n = /^driving:out-([1-9]\d{0,3})$/.exec(portId)?.[1];
  return n === undefined ? undefined : Number(n);
}

/** The node of a port: all before the last colon. */
export function nodeOfPort(port: string): string {
  return port.slice(0, port.lastIndexOf(':'));
}

/** Follows from its ends, so that a link that comes back is known again. `~-` is in no id of a port. */
export function linkId(from: string, to: string): string {
  const id = `${from}~-${to}`;
  if (id.length <= mostCharacters) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashCharacters);
  return `${id.slice(0, mostCharacters - hashCharacters - 1)}~${hash}`;
}
