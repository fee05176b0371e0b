// The keys in effect, by what a client shows. A permit is one object as long as its key stays the same.
import type { Permit, Role } from '../rows/permit.ts';
import type { AccessConfig, KeyEntry } from './access-config.ts';
import { cookieOf, hashOf, isSame } from './secrets.ts';

interface Held {
  readonly entry: KeyEntry;
  readonly permit: Permit;
}

export class Keyring {
  readonly anonymous: Role;
  readonly #byHash: ReadonlyMap<string, Held>;
  readonly #byName: ReadonlyMap<string, Held>;

  /** Keys that are as they were `before` keep their permits. */
  constructor({ keys, anonymous }: AccessConfig, before?: Keyring) {
    this.anonymous = anonymous;
    const held = keys.map((entry) => ({ entry, permit: before?.permitOfEntry(entry) ?? permitOf(entry) }));
    this.#byHash = new Map(held.map((each) => [each.entry.hash, each]));
    this.#byName = new Map(held.map((each) => [each.entry.name, each]));
  }

  /** Undefined for a key that is none. */
  permitOfKey(secret: string): Permit | undefined {
    return this.#byHash.get(hashOf(secret))?.permit;
  }

  permitOfCookie(cookie: string, seal: Buffer): Permit | undefined {
    const name = Buffer.from(cookie.slice(0, cookie.indexOf('.')), 'base64url').toString();
    const held = this.#byName.get(name);
    return held !== undefined && isSame(cookie, cookieOf(held.entry, seal)) ? held.permit : undefined;
  }

  entryOf(name: string): KeyEntry | undefined {
    return this.#byName.get(name)?.entry;
  }

  permitOfEntry(entry: KeyEntry): Permit | undefined {
    const held = this.#byHash.get(entry.hash);
    return held !== undefined && isSameEntry(held.entry, entry) ? held.permit : undefined;
  }

  has(permit: Permit): boolean {
    return this.#byName.get(permit.name)?.permit === permit;
  }
}

const isSameEntry = (a: KeyEntry, b: KeyEntry) => a.name === b.name && a.role === b.role && a.bus === b.bus;

const permitOf = ({ name, role, bus }: KeyEntry): Permit => ({ name, role, ...(bus === undefined ? {} : { bus }) });
