/**
 * The id of something new: of its name what an id that we mint may hold, `otherwise` where that is nothing, and a number
 * behind it where it is taken.
 */
export function freshId(name: string, otherwise: string, isFree: (id: string) => boolean): string {
  const base =
    name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 48)
      .toLowerCase() || otherwise;
  if (isFree(base)) return base;
  for (let number = 2; ; number++) if (isFree(`${base}-${number}`)) return `${base}-${number}`;
}
