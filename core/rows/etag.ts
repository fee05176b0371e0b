/** The newest of several entity tags `"<storeId>-<revision>"` of one store; undefined for none. */
export function newestEtag(etags: Iterable<string>): string | undefined {
  let newest: string | undefined;
  let newestRevision = -1;
  for (const etag of etags) {
    const revision = Number(etag.slice(etag.lastIndexOf('-') + 1, -1));
    if (revision <= newestRevision) continue;
    newest = etag;
    newestRevision = revision;
  }
  return newest;
}

/** If-Match by strong comparison (RFC 9110, 13.1.1): `*`, or a list of tags; weak ones never match. */
export function ifMatchHolds(ifMatch: string, etag: string | undefined): boolean {
  if (ifMatch.trim() === '*') return true;
  if (etag === undefined) return false;
  return ifMatch.split(',').some((tag) => tag.trim() === etag);
}
