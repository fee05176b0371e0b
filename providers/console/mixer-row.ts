// The mixer's fields as schemas of rows: ranges, steps, units, choices and defaults come from the mixer's description.
import { type Drivers, type Limits, Type } from 'rowdesk/provider';
import type { Layout, StripKind, StripRef } from './layout.ts';
import { refList, refOrNull } from './strip-refs.ts';

type Described = Drivers['fields'];
type MixerField = Described[string][string];
type Range = Pick<MixerField, 'minimum' | 'maximum' | 'maximumBy' | 'step' | 'unit'>;

interface Words {
  readonly title?: string;
}

/** The fields that the mixer takes at one template. A field that no mixer describes has no range; see `limits`. */
export class MixerRow {
  readonly #fields: Described[string];

  constructor({ fields }: Pick<Drivers, 'fields'>, template: string) {
    this.#fields = fields[template] ?? {};
  }

  /** For the literal of a row: limits that leave out those of these fields that no mixer takes; {} while it takes all. */
  limits(names: readonly string[]): { readonly limits?: () => Limits } {
    const missing = names.filter((name) => this.#fields?.[name] === undefined);
    if (missing.length === 0) return {};
    const absent: Limits = Object.freeze(Object.fromEntries(missing.map((name) => [name, false as const])));
    return { limits: () => absent };
  }

  /** True if strips of this kind have the field. */
  isOn(kind: StripKind, name: string): boolean {
    return this.#fields?.[name]?.stripKinds?.includes(kind) ?? false;
  }

  /** On strips of this kind; `otherwise` where they lack the field. */
  defaultOn<T>(kind: StripKind, name: string, otherwise: T): T {
    if (!this.isOn(kind, name)) return otherwise;
    const { default: shared = otherwise, defaultOf = {} } = this.#of(name);
    return (defaultOf[kind] ?? shared) as T;
  }

  number(name: string, words: Words = {}) {
    return Type.Number({ ...this.range(name), default: (this.#of(name).default ?? 0) as number, ...words });
  }

  boolean(name: string, words: Words = {}) {
    return Type.Boolean({ default: (this.#of(name).default ?? false) as boolean, ...words });
  }

  /** One of the choices; `T` names those that the code of a provider compares with. */
  choice<T extends string>(name: string, words: Words = {}) {
    const { choices = [''], default: otherwise = '' } = this.#of(name);
    return Type.Enum(choices as [T, ...T[]], { default: otherwise as T, ...words });
  }

  /** A strip of the kinds that the mixer takes, or null. */
  strip(name: string, layout: Layout, title: string) {
    const ref = this.#of(name).default as StripRef | undefined;
    const otherwise = ref !== undefined && layout.has(ref.kind, ref.index) ? ref : null;
    return refOrNull(layout, this.#refKinds(name), { default: otherwise, title });
  }

  /** Strips of the kinds that the mixer takes. */
  strips(name: string, layout: Layout, title: string) {
    return refList(layout, this.#refKinds(name), title);
  }

  /** For the schema of a number. */
  range(name: string) {
    return rangeWords(this.#of(name));
  }

  /** For the schema of a list. */
  size(name: string): { readonly maxItems?: number } {
    const { maxItems } = this.#of(name);
    return maxItems === undefined ? {} : { maxItems };
  }

  #refKinds(name: string): readonly StripKind[] {
    return (this.#of(name).refKinds ?? []) as readonly StripKind[];
  }

  #of(name: string): Partial<MixerField> {
    return this.#fields?.[name] ?? {};
  }
}

/** A range as a schema of JSON Schema says it. */
export function rangeWords({ minimum, maximum, maximumBy, step, unit = '' }: Partial<Range>) {
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(maximumBy === undefined ? {} : { maximumBy }),
    ...(step === undefined ? {} : { multipleOf: step }),
    ...(unit === '' ? {} : { unit }),
  };
}
