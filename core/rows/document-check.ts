// What another version stored and this one can't read is kept, and not shown: whoever stores documents asks this of each.

import { Compile, type TSchema } from '../base/typebox.ts';
import type { Fields } from './definitions.ts';

/**
 * Whether the body of a document is what the schema says. A scene is hundreds of kilobytes, never changes, and is asked
 * for with every request: each body is looked through once, by a check that is compiled when the first one is.
 */
export function documentCheck(schema: TSchema): (body: Fields) => boolean {
  const known = new WeakMap<Fields, boolean>();
  let validator: ReturnType<typeof Compile> | undefined;
  return (body) => {
    let fits = known.get(body);
    if (fits === undefined) {
      validator ??= Compile(schema);
      fits = validator.Check(body);
      known.set(body, fits);
    }
    return fits;
  };
}
