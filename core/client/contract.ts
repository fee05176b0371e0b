// The answer to OPTIONS: what may be done with a row.

export type Row = Readonly<Record<string, unknown>>;

export interface Contract {
  readonly template: string;
  readonly path: string;
  readonly methods: readonly string[];
  readonly watchable: boolean;
  /** Computed only while it is watched. */
  readonly onDemand: boolean;
  readonly continuous: boolean;
  readonly task: boolean;
  readonly cancellable?: boolean;
  readonly summary?: string;
  readonly fields: Readonly<Record<string, FieldContract>>;
  readonly version?: string | number;
}

/** JSON Schema words, and whether the field is written or only read. */
export type FieldContract = { readonly access: 'rw' | 'ro' } & Readonly<Record<string, unknown>>;

/** False for a field that the row lacks, or that is only read. */
export function isWritable(contract: Contract, field: string): boolean {
  return Object.hasOwn(contract.fields, field) && contract.fields[field]?.access === 'rw';
}
