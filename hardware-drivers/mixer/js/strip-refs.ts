// StripRefs `{kind, index}` by number: from 1, in the order in which strips are computed; 0 is null.

export interface StripRef {
  readonly kind: string;
  readonly index: number;
}

export class StripRefs {
  readonly #kinds: readonly string[];
  readonly #refs: readonly StripRef[];
  readonly #numbers: ReadonlyMap<string, number>;

  /** paths: `/channel/{kind}/{index}`. */
  constructor(kinds: readonly string[], paths: readonly string[]) {
    this.#kinds = kinds;
    this.#refs = paths.map((path) => {
      const [kind = '', index] = path.split('/').slice(2);
      return { kind, index: Number(index) };
    });
    this.#numbers = new Map(this.#refs.map(({ kind, index }, place) => [`${kind}/${index}`, place + 1]));
  }

  /** undefined: not a StripRef of one of these kinds (a bit for each), or there is no such strip. */
  numberOf(value: unknown, kinds: number): number | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const { kind, index } = value as Partial<StripRef>;
    if (kind === undefined || !this.#allowed(kinds).includes(kind)) return undefined;
    return this.#numbers.get(`${kind}/${index}`);
  }

  refOf(number: number): StripRef | null {
    return this.#refs[number - 1] ?? null;
  }

  /** What numberOf takes, for a refusal. */
  words(kinds: number): string {
    return `{kind, index} of a strip of kind ${this.#allowed(kinds).join(', ')}`;
  }

  #allowed(kinds: number): readonly string[] {
    return this.#kinds.filter((_, place) => (kinds >> place) & 1);
  }
}
