// Checks of stored documents: a document of another version that this one can't read is kept, and not shown.

import { Compile, type TSchema } from '../base/typebox.ts';
import type { Fields } from './definitions.ts';

/**
 * True if the body of a document fits the schema; duplicates in lists are allowed. Bodies never change, and every
 * request needs the result: each is checked once, by a check that is compiled for the first one.
 */
export function documentCheck(schema: TSchema): (body: Fields) => boolean {
  const known = new WeakMap<Fields, boolean>();
  let validator: ReturnType<typeof Compile> | undefined;
  return (body) => {
    let fits = known.get(body);
    if (fits === undefined) {
      validator ??= Compile(withoutUnique(schema));
      fits = validator.Check(body);
      known.set(body, fits);
    }
    return fits;
  };
}

/** A search for duplicates takes ten times as long as all other checks, and a list with duplicates is readable. */
function withoutUnique<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withoutUnique) as T;
  const words = Object.entries(schema).filter(([word]) => word !== 'uniqueItems');
  return Object.fromEntries(words.map(([word, value]) => [word, withoutUnique(value)])) as T;
}
