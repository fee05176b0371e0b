// Addresses of strips.

/** `input`, 14 -> `/channel/input/14`; `*` for all of a kind. */
export const stripPath = (kind: string, index: number | string): string => `/channel/${kind}/${index}`;

/** `/channel/input/14` -> `['input', '14']` */
export function kindAndIndex(path: string): readonly [kind: string, index: string] {
  const [, , kind = '', index = ''] = path.split('/');
  return [kind, index];
}

/** `/channel/input/14` of a row at or below it; undefined for rows of no strip. */
export function stripOf(path: string): string | undefined {
  const found = /^\/channel\/\w+\/\d+/.exec(path)?.[0];
  if (found !== undefined) return found;
  const leg = /^\/patch\/rightLegs\/(\w+\/\d+)/.exec(path)?.[1];
  return leg === undefined ? undefined : `/channel/${leg}`;
}
