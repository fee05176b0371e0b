// Names of PipeWire's objects as ids of the desk: stable over restarts of the server, unlike its numbers.
import { escapedId } from '../../lib/cycles/js/escaped-id.ts';

/** With the server's name before them and a colon between, an id stays within 192 characters. */
const mostOfNode = 80;
const mostOfPort = 40;

/** The desk's id of a node by `node.name`. */
export function nodeId(name: string): string {
  return escapedId(name, /[A-Za-z0-9._:-]/, mostOfNode);
}

/** The port's part of an id by `port.name`: without a colon, since the last one of an id stands before it. */
export function portPart(name: string): string {
  return escapedId(name, /[A-Za-z0-9._-]/, mostOfPort);
}

/** The first of `id`, `id-2`, `id-3` ... that is free: two players may have the same name. */
export function firstFree(id: string, isTaken: (id: string) => boolean): string {
  let free = id;
  for (let number = 2; isTaken(free); number++) free = `${id}-${number}`;
  return free;
}
