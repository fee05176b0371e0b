// Who a client is, from what it shows: a key, the cookie of a page, a key of the desk's own parts, or nothing. While there
// is no `access`, every client may do all, and what it shows is not looked at.
import { Listeners } from '../base/listeners.ts';
import { Refusal } from '../base/refusals.ts';
import type { Permit, Role } from '../rows/permit.ts';
import type { AccessConfig } from './access-config.ts';
import { FailedKeys, type FailedKeysNeeds } from './failed-keys.ts';
import { Keyring } from './keyring.ts';
import { Links } from './links.ts';
import { cookieOf, hashOf, newSecret } from './secrets.ts';

export interface AccessNeeds extends FailedKeysNeeds {
  readonly time: FailedKeysNeeds['time'] & ConstructorParameters<typeof Links>[0];
  /** Signs the cookies of pages; the same after a restart. Asked for once there are keys. */
  readonly seal: () => Buffer;
}

/** What a client shows. */
interface Shown {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
}

/** Of what a client showed. */
export class KeyRefusal extends Refusal {
  readonly isCookie: boolean;
  readonly isFlood: boolean;

  constructor(isCookie: boolean, isFlood: boolean) {
    super('key-unknown', 'This key is not one of the desk, or was withdrawn: rowdesk access lists those that are.');
    this.isCookie = isCookie;
    this.isFlood = isFlood;
  }
}

/** Longer than any key. */
const longestKey = 256;
const bearer = /^Bearer +([!-~]+) *$/i;

export class Access {
  readonly #needs: AccessNeeds;
  readonly #failed: FailedKeys;
  readonly #links: Links;
  readonly #listeners: Listeners;
  /** By the hash of its key. */
  readonly #ownParts = new Map<string, Permit>();
  #ring: Keyring | undefined;
  #anonymous: Permit = { name: '', role: 'none' };
  /** Of cookies: two desks of one machine share its host name. */
  #cookieName = '';

  constructor(needs: AccessNeeds) {
    this.#needs = needs;
    this.#failed = new FailedKeys(needs);
    this.#links = new Links(needs.time);
    this.#listeners = new Listeners({ note: (err) => needs.log.error({ err }, 'a listener of access') }, 'access');
  }

  get isOn(): boolean {
    return this.#ring !== undefined;
  }

  /** Undefined: every client may do all. */
  use(config: AccessConfig | undefined): void {
    this.#ring = config === undefined ? undefined : new Keyring(config, this.#ring);
    const role = this.#ring?.anonymous ?? 'none';
    if (role !== this.#anonymous.role) this.#anonymous = { name: '', role };
    this.#listeners.notify();
  }

  /** The port that the desk listens at. */
  listensAt(port: number): void {
    this.#cookieName = `rowdesk-${port}`;
  }

  /** Keys came, went or changed: some permits may not be in effect any more. */
  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** A key for a part of the desk in a process of its own; its role is asked for at each request. */
  keyForPart(name: string, role: () => Role): string {
    const key = newSecret();
    const permit: Permit = {
      name,
      get role() {
        return role();
      },
    };
    this.#ownParts.set(hashOf(key), permit);
    return key;
  }

  /** Undefined while every client may do all. Throws refusal `key-unknown`; `address` is that of the client. */
  permitOf({ authorization, cookie: cookies }: Shown, address: string): Permit | undefined {
    if (this.#ring === undefined) return undefined;
    if (authorization !== undefined) {
      const key = bearer.exec(authorization)?.[1] ?? '';
      const permit = key.length > longestKey ? undefined : (this.#ring.permitOfKey(key) ?? this.#ofPart(key));
      return permit ?? this.#refuse(address, false);
    }
    const cookie = this.#cookieIn(cookies);
    if (cookie === undefined) return this.#anonymous;
    return this.#ring.permitOfCookie(cookie, this.#needs.seal()) ?? this.#refuse(address, true);
  }

  /** Of clients that show nothing. */
  get anonymous(): Permit {
    return this.#anonymous;
  }

  /** True while the permit is in effect. */
  holds(permit: Permit | undefined): boolean {
    if (this.#ring === undefined || permit === undefined) return this.#ring === undefined;
    return permit === this.#anonymous || this.#ring.has(permit) || [...this.#ownParts.values()].includes(permit);
  }

  /** A secret that is good once, for a page. Throws refusal `unknown-row` for a name without a key. */
  makeLink(name: string): string {
    if (this.#ring?.entryOf(name) === undefined) {
      throw new Refusal('unknown-row', `There is no key with the name "${name}".`, { name });
    }
    return this.#links.make(name);
  }

  /** The permit of a link, and the Set-Cookie that a page keeps. Throws refusal `link-spent`. */
  spendLink(secret: string, address: string): { readonly permit: Permit; readonly cookie: string } {
    const entry = this.#ring?.entryOf(this.#links.spend(secret) ?? '');
    const permit = entry && this.#ring?.permitOfEntry(entry);
    if (entry === undefined || permit === undefined) {
      this.#failed.count(address);
      throw new Refusal('link-spent', 'The link was used, or is older than ten minutes; ask for another one.');
    }
    return { permit, cookie: this.#setCookie(cookieOf(entry, this.#needs.seal()), '; Max-Age=34560000') };
  }

  /** The Set-Cookie that ends a page's cookie. */
  get noCookie(): string {
    return this.#setCookie('', '; Max-Age=0');
  }

  stop(): void {
    this.#failed.stop();
  }

  #ofPart(key: string): Permit | undefined {
    return this.#ownParts.get(hashOf(key));
  }

  #setCookie(value: string, more: string): string {
    return `${this.#cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict${more}`;
  }

  #cookieIn(cookies: string | undefined): string | undefined {
    if (cookies === undefined) return undefined;
    const begin = `${this.#cookieName}=`;
    const own = cookies.split(';').find((each) => each.trimStart().startsWith(begin));
    const value = own?.trim().slice(begin.length);
    return value === '' ? undefined : value;
  }

  #refuse(address: string, isCookie: boolean): never {
    throw new KeyRefusal(isCookie, this.#failed.count(address));
  }
}
