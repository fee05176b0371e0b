// Names of PipeWire's objects as ids of the desk: stable over restarts of the server, unlike its numbers.
import { createHash } from 'node:crypto';

/** With the server's name before them and a colon between, an id stays within 192 characters. */
const mostOfNode = 80;
const mostOfPort = 40;
const hashCharacters = 8;

/** The desk's id of a node by `node.name`. */
export function nodeId(name: string): string {
  return shortened(escaped(name, /[A-Za-z0-9._:-]/), mostOfNode);
}

/** The port's part of an id by `port.name`: without a colon, since the last one of an id stands before it. */
export function portPart(name: string): string {
  return shortened(escaped(name, /[A-Za-z0-9._-]/), mostOfPort);
}

/** The first of `id`, `id-2`, `id-3` ... that is free: two players may have the same name. */
export function firstFree(id: string, isTaken: (id: string) => boolean): string {
  let free = id;
  for (let number = 2; isTaken(free); number++) free = `${id}-${number}`;
  return free;
}

/** Bytes that an id may not hold are `~hh`; the first character is a letter or a digit. */
function escaped(name: string, allowed: RegExp): string {
  const bytes = [...Buffer.from(name)].map((byte) => {
    const character = String.fromCharCode(byte);
    return byte < 128 && allowed.test(character) ? character : `~${byte.toString(16).padStart(2, '0')}`;
  });
  const id = bytes.join('');
  return /^[A-Za-z0-9]/.test(id) ? id : `x${id}`;
}

function shortened(id: string, most: number): string {
  if (id.length <= most) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashCharacters);
  return `${id.slice(0, most - hashCharacters - 1)}~${hash}`;
}
