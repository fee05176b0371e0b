// Secrets, and what is kept of them. A key is 256 random bits, beyond any guess: a plain SHA-256 hides it as well as a slow
// hash would, and a wrong key costs a few microseconds of the event loop.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const newSecret = (): string => `rd_${randomBytes(32).toString('base64url')}`;

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** What a page has in place of the key, made from its hash: withdrawn with the key, and good over a restart. */
export function cookieOf({ name, hash }: { readonly name: string; readonly hash: string }, seal: Buffer): string {
  const signed = createHmac('sha256', seal).update(hash).digest('base64url');
  return `${Buffer.from(name).toString('base64url')}.${signed}`;
}

/** In the same time whatever differs. */
export function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
