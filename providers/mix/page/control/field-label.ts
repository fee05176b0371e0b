// What a field is called on the page.
import { englishOf, ownWords, textOr } from '../text/text.ts';
import type { Parameter } from './control-kind.ts';

const longestTitle = 24;

/**
 * In the page's words, but what a plugin calls otherwise is called so; else in the desk's, else the field's name in words:
 * `preDelayMs` -> `Pre delay`.
 */
export function fieldLabel(
  name: string,
  { title }: Readonly<Record<string, unknown>>,
  { label }: Parameter = {},
): string {
  const key = `control.field.${name}`;
  const given = label?.split(/[:;,]/)[0];
  if (given !== undefined && given !== englishOf(key)) return ownWords(given);
  const isLabel = typeof title === 'string' && title.length <= longestTitle && !/[;,]/.test(title);
  const plain = name.replace(/(Db|Hz|Ms|S|Percent|Frames)$/, '').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  const words = plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase();
  return textOr(key, ownWords(isLabel ? title : words));
}
