import { isDeepStrictEqual } from 'node:util';

/** Equal JSON values; nearly all of them are numbers, booleans and text. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && isDeepStrictEqual(a, b));
