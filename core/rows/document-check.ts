// What another version stored and this one can't read is kept, and not shown: every provider with documents checks them so.

import { Compile, type TSchema } from '../base/typebox.ts';
import type { Fields } from './definitions.ts';

/**
 * Whether the body of a document is what the schema says, but for what a list names twice. A body never changes, and is
 * asked for with every request: each is looked through once, by a check that is compiled when the first one is.
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

/** To find what is there twice takes as long as all the rest ten times over, and a list that has it can be read. */
function withoutUnique<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withoutUnique) as T;
  const words = Object.entries(schema).filter(([word]) => word !== 'uniqueItems');
  return Object.fromEntries(words.map(([word, value]) => [word, withoutUnique(value)])) as T;
}
