// The colours of plates that have a name, as `colour` of a strip takes them.
export const plateColours = [
  ...['off', 'red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'magenta', 'white'],
] as const satisfies readonly string[];

/** A colour by its name, in English or in the language of the page, or `#rrggbb`; undefined for another text. */
export function colourOf(text: string, nameOf: (colour: string) => string): string | undefined {
  const words = text.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(words)) return words;
  return plateColours.find((colour) => colour === words || nameOf(colour).toLowerCase() === words);
}
