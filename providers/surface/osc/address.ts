// An address of OSC names a field: the path of its row, then its name. `/channel/input/1/levelDb`.
import { isGlob, segmentMatcher } from './glob.ts';

const longest = 256;
const mostSegments = 16;

export interface FieldPattern {
  /** The address of a row, or a target of the desk's streams, in which a segment `*` stands for any. */
  readonly target: string;
  matchesRow(path: string): boolean;
  matchesField(name: string): boolean;
}

/** Throws RangeError with the reason. */
export function fieldPattern(address: string): FieldPattern {
  const segments = address.split('/').slice(1);
  if (address.length > longest) throw new RangeError(`an address of more than ${longest} bytes`);
  if (segments.length < 2 || segments.length > mostSegments || segments.includes('')) {
    throw new RangeError('an address is the path of a row and a field behind a slash');
  }
  const field = segmentMatcher(segments.pop() as string);
  const matchers = segments.map(segmentMatcher);
  return {
    target: `/${segments.map((segment) => (isGlob(segment) ? '*' : segment)).join('/')}`,
    matchesRow: (path) => {
      const own = path.split('/').slice(1);
      return own.length === matchers.length && matchers.every((matches, n) => matches(own[n] as string));
    },
    matchesField: field,
  };
}

/** The row and the field of an address without a pattern. */
export function splitAddress(address: string): { readonly path: string; readonly field: string } {
  const slash = address.lastIndexOf('/');
  return { path: address.slice(0, slash), field: address.slice(slash + 1) };
}
