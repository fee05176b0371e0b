// Names that strangers give: they stand in rows and on pages.

const longestName = 64;

/** Without control and format characters, with single spaces, none at its ends; at most 64 characters. */
export function cleanText(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  return [...visible].slice(0, longestName).join('').trim();
}
