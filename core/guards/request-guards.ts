// Checks of requests before their rows. There is no login: a browser must not send requests for a foreign page.
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../base/refusals.ts';
import type { Hosts } from './hosts.ts';

/** What `Sec-Fetch-Site` says of the desk's own pages, and of addresses that a person typed (W3C Fetch Metadata). */
const ownSites: ReadonlySet<string> = new Set(['same-origin', 'none']);

const beginsWatch = /[?&]watch=1/;
/** What every browser's User-Agent begins with, for reasons of history. */
const isBrowser = /^Mozilla\//;

export class RequestGuards {
  readonly #hosts: Hosts;
  readonly #trusted: ReadonlySet<string>;
  readonly #longestUrl: number;

  constructor(hosts: Hosts, trustedOrigins: readonly string[], longestUrl: number) {
    this.#hosts = hosts;
    this.#trusted = new Set(trustedOrigins);
    this.#longestUrl = longestUrl;
  }

  /** Cheap checks first. Returns the origin when it is a trusted one of others, which needs CORS answers. */
  check(request: IncomingMessage): string | undefined {
    const url = request.url as string;
    if (url.charCodeAt(0) !== 0x2f && url !== '*') {
      throw new Refusal('absolute-form', 'The request target must be a path that begins with "/"');
    }
    if (url.length > this.#longestUrl) {
      throw new Refusal('bad-request', `The request target is longer than ${this.#longestUrl} characters`);
    }
    const { hosts, host, origin, fetchSite } = readHead(request.rawHeaders);
    if (hosts !== 1) throw new Refusal('two-hosts', `The request has ${hosts} Host fields; it must have exactly one`);
    if (!this.#hosts.isOurs(host)) {
      throw new Refusal('host-not-ours', `"${host}" is not this desk; name it in hostNames of the configuration`, {
        host,
      });
    }
    if (origin !== undefined || fetchSite !== undefined) return this.#checkOrigin(host, origin, fetchSite);
    if (beginsWatch.test(url)) this.#checkSilentBrowser(host, request);
    return undefined;
  }

  /**
   * Over plain HTTP a browser does not name the page that embeds an image or frame of the desk. That page can't read
   * the answer, and changes nothing; but a watch would start work and take a place. The desk's own pages send a
   * Referer, which a foreign page can't forge; nor can it add a header without a preflight.
   */
  #checkSilentBrowser(host: string, { headers }: IncomingMessage): void {
    if (!isBrowser.test(headers['user-agent'] ?? '') || headers['rowdesk-actor'] !== undefined) return;
    const page = /^https?:\/\/[^/?#]+/i.exec(headers.referer ?? '')?.[0] ?? '';
    if (this.#trusted.has(page) || originHost(page) === host.toLowerCase()) return;
    throw new Refusal('cross-origin', 'A browser must say whose page watches: by Origin, Referer or Rowdesk-Actor', {
      origin: page,
    });
  }

  /** For reads too: a watch by a foreign page starts work. */
  #checkOrigin(host: string, origin: string | undefined, fetchSite: string | undefined): string | undefined {
    if (origin !== undefined) {
      if (this.#trusted.has(origin)) return origin;
      if (originHost(origin) !== host.toLowerCase()) throw crossOrigin(origin);
    }
    // Browsers send it on localhost and over TLS only; a proxy that ends TLS keeps it.
    if (fetchSite !== undefined && !ownSites.has(fetchSite)) throw crossOrigin(origin ?? fetchSite);
    return undefined;
  }
}

function crossOrigin(origin: string): Refusal {
  const remedy = 'name it in trustedOrigins of the configuration if it may';
  return new Refusal('cross-origin', `A page of "${origin}" may not use this desk; ${remedy}`, { origin });
}

/** `http://Desk:8700` -> `desk:8700`; '' for `null` and what is no origin. */
function originHost(origin: string): string {
  return /^https?:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? '';
}

interface Head {
  hosts: number;
  host: string;
  origin: string | undefined;
  fetchSite: string | undefined;
}

/**
 * The header fields that the guards check, read in one pass: cheaper than Node's header objects, and it counts the Host
 * fields, of which `request.headers` shows only the first. `raw` is `request.rawHeaders`: names and values in turn.
 */
function readHead(raw: readonly string[]): Head {
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
