// What is pasted from a spreadsheet or a text: a line for each strip, its name, and behind a tab or a semicolon its colour.
import { refOf, type StripRef } from '../desk/strip-list.ts';
import { colourOf } from './plate-colours.ts';

export type NamedStrip = StripRef & { readonly name: string; readonly colour?: string };

/** Characters of a name, as OPTIONS of strips says. */
const longestName = 64;

/** Of several lines, for these strips one after another; undefined for one line without a colour, which is a text to be pasted. */
export function namedRows(
  text: string,
  paths: readonly string[],
  nameOf: (colour: string) => string,
): readonly NamedStrip[] | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  if (lines.length === 1 && !/[\t;]/.test(text)) return undefined;
  return lines.slice(0, paths.length).map((line, place) => {
    const [name = '', ...others] = line.split(/[\t;]/).map((cell) => cell.trim());
    const colour = others.map((each) => colourOf(each, nameOf)).find((each) => each !== undefined);
    return {
      ...refOf(paths[place] as string),
      name: [...name].slice(0, longestName).join(''),
      ...(colour === undefined ? {} : { colour }),
    };
  });
}
