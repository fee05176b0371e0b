// How a strip is called on the screen.
import { type TextKey, t } from '../text/text.ts';
import { fieldOf } from './rows.ts';
import { kindAndIndex, stripPath } from './strip-path.ts';

export { kindAndIndex, stripPath };

/** `In 14`, `Mix 3`; the address of a kind that the page does not know. */
export function stripNumber(path: string): string {
  const [kind, index] = kindAndIndex(path);
  const key = `strip.number.${kind}`;
  return isKnown(key) ? t(key, { index }) : `${kind} ${index}`;
}

/** The name that the operator gave; the number without one. */
export const stripName = (path: string): string => fieldOf<string>(path, 'name').value || stripNumber(path);

const numbered = ['input', 'fxReturn', 'aux', 'mix', 'matrix', 'cue', 'main', 'fxSend', 'dca', 'muteGroup', 'mixMinus'];
const isKnown = (key: string): key is TextKey => numbered.some((kind) => key === `strip.number.${kind}`);
