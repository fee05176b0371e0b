// Names of others as ids of the desk.
import { createHash } from 'node:crypto';

const hashCharacters = 8;

/**
 * An id of at most so many characters: a longer one ends with a hash. Bytes other than `allowed` are `~hh`; the first
 * character is a letter or a digit.
 */
export function escapedId(name: string, allowed: RegExp, most: number): string {
  const bytes = [...Buffer.from(name)].map((byte) => {
    const character = String.fromCharCode(byte);
    return byte < 128 && allowed.test(character) ? character : `~${byte.toString(16).padStart(2, '0')}`;
  });
  const id = bytes.join('');
  return shortened(/^[A-Za-z0-9]/.test(id) ? id : `x${id}`, most);
}

function shortened(id: string, most: number): string {
  if (id.length <= most) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashCharacters);
  return `${id.slice(0, most - hashCharacters - 1)}~${hash}`;
}
