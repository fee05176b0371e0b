// Targets of streams: addresses, and patterns that stand for several.
import { fieldRefusal, Refusal, type Rows } from 'rowdesk/provider';
import { mostAddresses, mostPatterns } from './contract.ts';
import type { Slices } from './slices.ts';

type FieldErrors = NonNullable<ConstructorParameters<typeof Refusal>[3]>;

/** Patterns whose addresses are remembered, of all streams together. */
const mostKnown = 256;

export class PatternTargets {
  readonly #rows: Rows;
  readonly #slices: Slices;
  /** What patterns stand for, as long as no address comes or goes. */
  readonly #known = new Map<string, readonly string[]>();

  constructor(rows: Rows, slices: Slices) {
    this.#rows = rows;
    this.#slices = slices;
  }

  /** Addresses came or went. */
  forget(): void {
    this.#known.clear();
  }

  /** Rejects with Refusal, naming each target that stands for no row or for a stream, and where there are too many. */
  async check(targets: readonly string[]): Promise<void> {
    const patterns = targets.filter(isPattern).length;
    if (patterns > mostPatterns) throw tooMany(`More targets are patterns (${patterns})`, mostPatterns);
    const errors: FieldErrors = [];
    await this.#slices.run(this.#checking(targets, errors));
    if (errors.length > 0) throw new Refusal('invalid-fields', errors[0]?.message ?? '', {}, errors);
  }

  /** Looks no further than the first address too many. */
  *#checking(targets: readonly string[], errors: FieldErrors): Iterable<void> {
    let left = mostAddresses;
    for (const [place, target] of targets.entries()) {
      const add = (code: 'unknown-item' | 'not-an-option', message: string) =>
        errors.push({ field: `targets/${place}`, code, message, params: { target } });
      let paths: readonly string[] = [];
      try {
        paths = this.#expand(target, left);
      } catch (error) {
        if ((error as Refusal).code === 'bad-request') left = -1;
        else add('unknown-item', (error as Error).message);
      }
      left -= paths.length;
      if (left < 0) throw tooMany('The targets stand for more addresses', mostAddresses, target);
      if (paths.some(isStream)) add('not-an-option', `${target} is a stream; a stream carries none.`);
      yield;
    }
  }

  /** Adds the addresses that exist now, at most 4,096; a target that stands for none just now adds none. */
  *addTo(paths: Set<string>, targets: readonly string[]): Iterable<void> {
    for (const target of targets) {
      for (const path of this.#expandOrNone(target)) {
        if (paths.size >= mostAddresses) return;
        if (!isStream(path)) paths.add(path);
      }
      yield;
    }
  }

  #expandOrNone(target: string): readonly string[] {
    try {
      return this.#expand(target, mostAddresses);
    } catch {
      return [];
    }
  }

  #expand(target: string, most: number): readonly string[] {
    const known = this.#known.get(target);
    if (known !== undefined && known.length <= most) return known;
    const paths = this.#rows.expand(target, most);
    if (isPattern(target)) {
      if (this.#known.size >= mostKnown) this.#known.clear();
      this.#known.set(target, paths);
    }
    return paths;
  }
}

const isPattern = (target: string): boolean => target.includes('*');

/** A stream of streams could contain itself. */
function isStream(path: string): boolean {
  return path === '/streams' || path.startsWith('/streams/');
}

/** `target`: the one from which on there are too many; a client may leave it out. */
function tooMany(what: string, maximum: number, target?: string): Refusal {
  const message = `${what} than there may be: ${maximum} is the most.`;
  const params = { maximum, ...(target === undefined ? {} : { target }) };
  return fieldRefusal('targets', 'out-of-range', message, params);
}
