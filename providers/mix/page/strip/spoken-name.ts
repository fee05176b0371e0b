// How a strip is called when it is read aloud.
import { fieldOf } from '../desk/rows.ts';
import { kindAndIndex } from '../desk/strip-name.ts';
import { textOr } from '../text/text.ts';

/** `Maria, input 14`; `input 14` without a name. */
export function spokenName(path: string): string {
  const [kind, index] = kindAndIndex(path);
  const name = fieldOf<string>(path, 'name').value;
  const number = textOr(`strip.spoken.${kind}`, `${kind} ${index}`, { index });
  return name ? `${name}, ${number}` : number;
}
