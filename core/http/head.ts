// The header fields the guards look at, read in one pass: cheaper than letting Node build its header objects, and it
// counts the Host fields, of which `request.headers` shows only the first.

export interface Head {
  hosts: number;
  host: string;
  origin: string | undefined;
  fetchSite: string | undefined;
}

/** `raw` is `request.rawHeaders`: names and values in turn. */
export function readHead(raw: readonly string[]): Head {
  const head: Head = { hosts: 0, host: '', origin: undefined, fetchSite: undefined };
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string;
    // Lengths first: most fields of a request are none of these.
    if (name.length === 4) {
      if (name === 'Host' || name.toLowerCase() === 'host') {
        head.hosts++;
        head.host = raw[i + 1] as string;
      }
    } else if (name.length === 6) {
      // Two Origin fields are joined: together they are the origin of no page.
      if (name.toLowerCase() === 'origin') head.origin = joined(head.origin, raw[i + 1] as string);
    } else if (name.length === 14) {
      if (name.toLowerCase() === 'sec-fetch-site') head.fetchSite = joined(head.fetchSite, raw[i + 1] as string);
    }
  }
  return head;
}

/** As RFC 9110 (5.3) joins the lines of one field. */
function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}
