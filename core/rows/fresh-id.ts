/**
 * A free id for a new document: the allowed characters of its name, `otherwise` if there are none, with a number behind
 * it if the id is taken.
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
