/** The strip that a row is of, `/channel/input/3` of `/channel/input/3/eq/bands/1`; a socket keeps its number. */
export function stripOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('/stagebox/') ? 5 : 4)
    .join('/');
}
