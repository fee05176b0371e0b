// What a client takes, by the header fields of its request (RFC 9110).

/** Whether `Accept-Encoding` allows gzip: named, or by `*`, with a weight above 0. */
export function takesGzip(acceptEncoding = ''): boolean {
  const weights = new Map(
    acceptEncoding.split(',').map((item) => {
      const [coding = '', ...params] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = params.find((param) => param.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Whether `If-None-Match` names this version: `*`, or a list of entity tags, of which weak ones count too. */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (tag: string) => tag.replace(/^W\//, '');
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === opaque(etag));
}

/** Whether `Accept` names HTML before it names everything, as that of browsers does. */
export function wantsPage(accept = ''): boolean {
  return accept.split(',').some((range) => range.trim().startsWith('text/html'));
}
