import { expect, test } from 'vitest';
import { problemOf } from './access-config.ts';
import { Keyring } from './keyring.ts';
import { cookieOf, hashOf, newSecret } from './secrets.ts';

const secret = newSecret();
const entry = { name: 'Maria', hash: hashOf(secret), role: 'mix', bus: 'mix/3' } as const;
const ring = new Keyring({ anonymous: 'none', keys: [entry] });
const seal = Buffer.alloc(32, 7);

test('a key is found by what the client shows, its permit stays while it is the same', () => {
  const permit = ring.permitOfKey(secret);
  expect(permit).toEqual({ name: 'Maria', role: 'mix', bus: 'mix/3' });
  const same = new Keyring({ anonymous: 'view', keys: [{ ...entry }] }, ring);
  expect(same.permitOfKey(secret)).toBe(permit);
  const other = new Keyring({ anonymous: 'none', keys: [{ ...entry, bus: 'mix/4' }] }, ring);
  expect(other.permitOfKey(secret)).not.toBe(permit);
  expect(permit && other.has(permit)).toBe(false);
  expect([ring.permitOfKey(''), ring.permitOfKey(hashOf(secret)), ring.permitOfKey(`${secret}x`)]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test('a cookie is that of a key as it is, signed by this desk', () => {
  const cookie = cookieOf(entry, seal);
  expect(ring.permitOfCookie(cookie, seal)).toBe(ring.permitOfKey(secret));
  const [name, signed = ''] = cookie.split('.');
  const wrong = [cookieOf(entry, Buffer.alloc(32, 8)), `${name}.`, `.${signed}`, name, '', `${cookie}x`, signed, '..'];
  // Made of the hash alone, which stands in a file.
  wrong.push(`${name}.${hashOf(entry.hash)}`);
  expect(wrong.map((each) => ring.permitOfCookie(each as string, seal))).toEqual(wrong.map(() => undefined));
  const anew = new Keyring({ anonymous: 'none', keys: [{ ...entry, hash: hashOf(newSecret()) }] });
  expect(anew.permitOfCookie(cookie, seal)).toBeUndefined();
});

test('names and hashes are there once, and a bus is for mix', () => {
  const of = (...keys: readonly object[]) => problemOf({ anonymous: 'none', keys: keys as never });
  expect(of(entry)).toBe('');
  expect(of(entry, { ...entry, hash: hashOf('x') })).toBe('names the key "Maria" twice');
  expect(of(entry, { ...entry, name: 'Jo' })).toBe('has the hash of "Maria" twice');
  expect(of({ ...entry, role: 'run' })).toBe('gives "Maria" a bus with role run: a bus is for mix');
});
