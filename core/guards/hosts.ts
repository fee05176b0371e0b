// Which Host is this desk. A page that points its own name at our address (DNS rebinding) sends its own name, so a
// name must be one of ours; an address as Host can't be pointed elsewhere, so any own address will do.
import { isIPv4, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

const httpPort = 80;
/** Size of the cache of accepted spellings; bounded, since a client chooses them. */
const mostRemembered = 64;

export class Hosts {
  readonly #port: number;
  readonly #names: ReadonlySet<string>;
  /** Configured with a port of their own, as behind a proxy: `desk.example.org:443`. */
  readonly #exact: ReadonlySet<string>;
  readonly #remembered = new Set<string>();
  readonly #ownAddresses: () => ReadonlySet<string>;

  /** `configured`: names, or `name:port` where a proxy has another port than ours. */
  constructor(port: number, configured: readonly string[], ownAddresses = interfaceAddresses) {
    this.#port = port;
    const own = hostname().toLowerCase();
    const lower = configured.map((name) => name.toLowerCase());
    this.#names = new Set(['localhost', own, `${own}.local`, ...lower.filter((name) => !/:\d+$/.test(name))]);
    this.#exact = new Set(lower.filter((name) => /:\d+$/.test(name)));
    this.#ownAddresses = ownAddresses;
  }

  /** `host` as the client sent it. */
  isOurs(host: string): boolean {
    if (this.#remembered.has(host)) return true;
    if (!this.#judge(host.toLowerCase())) return false;
    if (this.#remembered.size < mostRemembered) this.#remembered.add(host);
    return true;
  }

  #judge(host: string): boolean {
    if (this.#exact.has(host)) return true;
    const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/.exec(host);
    if (parts === null) return false;
    const port = parts[2] === undefined ? httpPort : Number(parts[2]);
    const name = (parts[1] as string).replace(/\.$/, '');
    // A proxy on 80 or 443 leaves the port out; then the name alone must be configured.
    if (parts[2] === undefined && (this.#exact.has(`${name}:80`) || this.#exact.has(`${name}:443`))) return true;
    return port === this.#port && (this.#names.has(name) || this.#isOwnAddress(name));
  }

  #isOwnAddress(name: string): boolean {
    if (isIPv4(name)) return name.startsWith('127.') || this.#ownAddresses().has(name);
    const bare = name.startsWith('[') ? name.slice(1, -1) : '';
    if (!isIPv6(bare)) return false;
    const address = canonicalIPv6(bare);
    return address === '::1' || this.#ownAddresses().has(address);
  }
}

/** The shortest spelling (RFC 5952), as the WHATWG URL parser writes it. */
function canonicalIPv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** Read for each unknown Host, since addresses change while the desk runs. */
function interfaceAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address, family }) => (family === 'IPv6' ? canonicalIPv6(address) : address)));
}
