/** The strip that a row is of, `/channel/input/3` of `/channel/input/3/eq/bands/1`; a socket keeps its number. */
export function stripOf(path: string): string {
  let end = 0;
  for (let more = path.startsWith('/stagebox/') ? 4 : 3; more > 0; more--) {
    end = path.indexOf('/', end + 1);
    if (end < 0) return path;
  }
  return path.slice(0, end);
}
