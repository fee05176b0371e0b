// Search in the existing addresses, for completion on a command line and the documentation page.
import type { Steps } from '../base/steps.ts';
import type { Row } from './definitions.ts';
import type { Registry } from './registry.ts';
import type { Segment } from './template.ts';

/** Addresses that are looked at in one step: about a millisecond. */
const addressesPerStep = 1000;

export class AddressBook {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** The first addresses of a template that exist now, at most `most`; none for a template that no row has. */
  of(template: string, most: number): readonly string[] {
    const row = this.#registry.rows.find((each) => each.template === template);
    const paths: string[] = [];
    for (const { path } of row === undefined ? [] : this.#registry.each(row)) {
      if (paths.length >= most) break;
      paths.push(path);
    }
    return paths;
  }

  /**
   * Continuations of a partial address up to its next slash: `/chan` gives `/channel` (a row) and `/channel/` (rows
   * below). Sorted; numbers by value. Addresses that come or go between two steps may be there or not.
   */
  *next(begin: string): Steps<readonly string[]> {
    const slash = begin.lastIndexOf('/');
    if (slash < 0) return yield* this.next(`/${begin}`);
    const depth = begin.split('/').length - 2;
    const found = new Set<string>();
    let looked = 0;
    for (const row of tellingRows(this.#registry, begin.slice(1, slash).split('/'), depth)) {
      const segments = this.#registry.segmentsOf(row);
      const isLast = segments.length === depth + 1;
      const isLive = segments.slice(0, depth + 1).some(({ isParam }) => isParam);
      for (const { path } of isLive ? this.#registry.each(row) : [{ path: row.template }]) {
        if (++looked % addressesPerStep === 0) yield;
        if (!path.startsWith(begin)) continue;
        const end = path.indexOf('/', slash + 1);
        found.add(isLast ? path : path.slice(0, end + 1));
      }
    }
    return [...found].sort(byNumbers);
  }
}

/**
 * Of the rows that share a template up to here, those with the fewest parameters: rows further down (a value of a
 * processor of a strip) give the same segments, at the cost of tens of thousands of addresses.
 */
function tellingRows(registry: Registry, done: readonly string[], depth: number): readonly Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of registry.rows) {
    const segments = registry.segmentsOf(row);
    if (segments.length <= depth) continue;
    if (segments.slice(0, depth).some(({ text, isParam }, index) => !isParam && text !== done[index])) continue;
    const shape = segments.slice(0, depth + 1).map(({ text, isParam }) => (isParam ? '{}' : text));
    const key = `${segments.length === depth + 1} ${shape.join('/')}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows) => {
    const fewest = Math.min(...rows.map((row) => paramCount(registry.segmentsOf(row))));
    const telling = rows.filter((row) => paramCount(registry.segmentsOf(row)) === fewest);
    // Rows with the same addresses are listed once.
    return [...new Map(telling.map((row) => [row.addresses ?? row, row])).values()];
  });
}

function paramCount(segments: readonly Segment[]): number {
  return segments.filter(({ isParam }) => isParam).length;
}

const { compare: byNumbers } = new Intl.Collator('en', { numeric: true });
