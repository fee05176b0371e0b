// Addresses of strips.

/** `input`, 14 -> `/channel/input/14`; `*` for all of a kind. */
export const stripPath = (kind: string, index: number | string): string => `/channel/${kind}/${index}`;

/** `/channel/input/14` -> `['input', '14']` */
export function kindAndIndex(path: string): readonly [kind: string, index: string] {
  const [, , kind = '', index = ''] = path.split('/');
  return [kind, index];
}
