/** The compiler's errors in a log, or the end of the log. With `place` those that name it, if there are any. */
export function compilersWords(log, place = '') {
  const all = log.split('\n');
  const compiler = all.filter((line) => !line.startsWith('gyp '));
  const isError = (line) => /\berror\b/i.test(line);
  const ofPlace = compiler.findIndex((line) => isError(line) && line.includes(place));
  const first = ofPlace < 0 ? compiler.findIndex(isError) : ofPlace;
  const lines = first < 0 ? all : compiler;
  return lines
    .slice(first < 0 ? -40 : first, first < 0 ? undefined : first + 40)
    .join('\n')
    .trim();
}
