// A text as a device keeps it.
import type { Parameter } from './hardware.ts';

/** The text in Latin-1, cut to its length: `?` stands for another character. */
export function keptText(text: string, parameter: Parameter | undefined): string {
  return [...text]
    .map((character) => (/^[ -ÿ]$/.test(character) ? character : '?'))
    .join('')
    .slice(0, parameter?.longest);
}
