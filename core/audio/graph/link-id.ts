// Ids of links in the audio graph.
import { createHash } from 'node:crypto';

/** Longest id of something from outside (rows.md). */
const mostCharacters = 192;
const hashCharacters = 16;

/** Depends on the link's ends alone, so that a link that returns has its id again. No id of a port contains `~-`. */
export function linkId(from: string, to: string): string {
  const id = `${from}~-${to}`;
  if (id.length <= mostCharacters) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashCharacters);
  return `${id.slice(0, mostCharacters - hashCharacters - 1)}~${hash}`;
}
