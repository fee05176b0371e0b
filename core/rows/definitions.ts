// Definitions of rows by providers: one literal per row. Routing, OPTIONS, validation, watching, history, convergence,
// access and OpenAPI are derived from these literals.
import type { Static, TSchema } from '../base/typebox.ts';
import type { ObservedReader } from './observed-state.ts';
import type { Permit } from './permit.ts';
import type { TaskRun } from './task-run.ts';
import type { Watcher } from './watcher.ts';
import type { WrittenBy } from './writers.ts';

export type { Watcher } from './watcher.ts';
export type { Writers } from './writers.ts';

/** A value as it appears in a row's JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The decoded parameters of an address, `{ kind: 'input', index: 3 }` for `/channel/input/3`. */
export type At = Readonly<Record<string, string | number>>;

/** The fields of a row by name. */
export type Fields = Readonly<Record<string, unknown>>;

export type Schemas = Readonly<Record<string, TSchema>>;

/** The names between braces in a template. */
export type ParamNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The parameters of a template's address, typed by their schemas. */
export type AtOf<Params extends Schemas> = { readonly [N in keyof Params]: Static<Params[N]> & (string | number) };

/** Values of rows are immutable. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

export type FieldsOf<F extends Schemas> = { readonly [N in keyof F]: Frozen<Static<F[N]>> };

/**
 * How long a field's value lives.
 * - `show`: stored, undoable, in scenes by its area (a field without an area is in no scene)
 * - `site`: stored only (network, adapters, clock, filters)
 * - `safety`: stored, never undone or recalled (panic, lock)
 * - `momentary`: not stored (solo, talkback on)
 */
export type Life = 'show' | 'site' | 'safety' | 'momentary';

/** A change of one field of one setting. `via` is the alias field of its origin; a refusal names that field. */
export interface Change {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly via?: string;
}

/** A change with the parameters of its address. */
export interface ChangeAt<A extends object = At> extends Change {
  readonly at: A;
}

/**
 * The changes that a change implies, for the same commit. `desk` has all changes so far, `before` none. The result may
 * name a field that the change removes (a value of a removed plugin): its stored value is deleted.
 */
export type Implies<A extends object = At> = (
  change: ChangeAt<A>,
  desk: DeskReader,
  before: DeskReader,
) => readonly Change[];

/** Reads desired state. Reads are recorded: a change of a read row publishes the row, its limits or the alias again. */
export interface DeskReader {
  /** All stored fields of the setting at this canonical address, defaults included. Throws refusal `unknown-row`. */
  read(path: string): Fields;
  /** True when a row answers at this address now. */
  has(path: string): boolean;
}

/** The addresses of a template that exist now. */
export interface Addresses<A = At> {
  has(at: A): boolean;
  list(): readonly A[];
  /** Called once by the host; call `changed` whenever the set of addresses changed. */
  watch?(changed: () => void): () => void;
}

/** Narrowing of one field at this moment: JSON Schema keywords laid over the static ones, or `false` for absent. */
export type FieldLimits = Readonly<Record<string, unknown>> | false;
/** By field. The same object again means the same limits. */
export type Limits = Readonly<Record<string, FieldLimits>>;

/** Fields of a row that depend on the moment (a connected device). The same object again means the same fields. */
export interface LiveFields {
  readonly fields: Schemas;
  readonly writable: readonly string[];
}

export type PerField<T> = T | Readonly<Record<string, T>>;

/** Changes of a field that may hurt ears or gear, which undo and redo make with `override` only: any, up, down. */
export type ConfirmedChange = 'change' | 'rise' | 'fall';

/**
 * Follows sources of a row beside desk and observed state (whose reads are recorded), and calls `changed` when they
 * change. Called for the first watcher of an address; the returned function is called after the last watcher.
 */
export type Watch<A = At> = (at: A, changed: () => void) => () => void;

/** A row without type parameters, as in the registry. */
export interface RowCommon extends WrittenBy {
  readonly template: string;
  readonly params: Schemas;
  /** Absent for a template without parameters. */
  readonly addresses?: Addresses;
  /** Left out of the convergence barrier (interface.md 6.4). */
  readonly continuous: boolean;
  /** Publishes at most this often, for large rows. */
  readonly atMostEveryMs?: number;
  /** A PATCH may bring `limits.largeBodyBytes` (1 MiB) instead of `limits.bodyBytes` (64 KiB). */
  readonly largeBody?: boolean;
  /** A line for OpenAPI and `explain`. */
  readonly summary?: string;
  /**
   * How titles of commits call segments of the address, values of parameters and fields, where that is not the name
   * with spaces: `{ eq: 'EQ' }`. '' leaves a segment out.
   */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Fields of a setting that its target gets beside the writable ones, or in the place of a writable one of that name. */
export interface SentFields<A extends object = At> {
  /** By name. Reads are recorded, as those of `limits`. */
  values(at: A, desk: DeskReader, observed: ObservedReader): Fields;
  /** Called once; call `changed` whenever the values changed for another reason than a read row. */
  watch?(changed: () => void): () => void;
}

export interface SettingRow extends RowCommon {
  readonly type: 'setting';
  readonly fields: Schemas | ((at: At, desk: DeskReader) => LiveFields);
  /** Empty if `fields` is a function; its result then has the writable fields. */
  readonly writable: readonly string[];
  /** With such a function: no field is ever writable. */
  readonly isReadOnly?: boolean;
  /** Defaults that differ by address (a main rests at silence, a DCA at 0 dB), laid over those of the schemas. Pure. */
  readonly defaults?: (at: At) => Fields;
  readonly computed?: (at: At, desk: DeskReader, observed: ObservedReader) => Fields;
  readonly limits?: (at: At, desk: DeskReader, observed: ObservedReader) => Limits;
  readonly watch?: Watch;
  readonly implies?: Implies;
  readonly sends?: SentFields;
  /** The name of the target of this row's fields; `undefined` for none. Per field by an object. */
  readonly target?: PerField<string> | ((at: At, desk: DeskReader) => PerField<string> | undefined);
  /** The area in scenes and clipboards. Per field by an object, per address by a function. */
  readonly area?: PerField<string> | ((at: At) => PerField<string>);
  readonly life: PerField<Life>;
  /** The version of stored records; a changed default is a new version. */
  readonly version: number;
  readonly migrate?: (fields: Fields, from: number) => Fields;
  /** False for rows that console.locked does not block (panic, mutes, the lock). Default true. */
  readonly lockable: PerField<boolean>;
  /** Fields that undo, redo and revert change with `override` only. */
  readonly confirmOnUndo?: Readonly<Record<string, ConfirmedChange>>;
}

export interface AliasRow extends RowCommon {
  readonly type: 'alias';
  readonly fields: Schemas;
  readonly writable: readonly string[];
  readonly get: (at: At, desk: DeskReader, observed: ObservedReader) => Fields;
  /** Returns changes of settings, which form one commit, and of writable fields of views, which are written after it. */
  readonly set?: (at: At, change: Fields, desk: DeskReader) => readonly Change[];
  readonly limits?: (at: At, desk: DeskReader, observed: ObservedReader) => Limits;
  readonly watch?: Watch;
  /** Array fields whose PATCH is a sparse list merged by these keys, all-or-nothing (`/channel.strips`). */
  readonly mergedBy: Readonly<Record<string, readonly string[]>>;
}

export interface ViewRow extends RowCommon {
  readonly type: 'view';
  readonly fields: Schemas;
  readonly get: (at: At, desk: DeskReader, observed: ObservedReader) => Fields | Promise<Fields>;
  readonly limits?: (at: At, desk: DeskReader, observed: ObservedReader) => Limits;
  readonly watch?: Watch;
  /** Fields written to their source (a clip light, an acknowledgement): not stored, not in the history. */
  readonly writable: readonly string[];
  /** Writes fields that the contract allows. `address`: the client's, or ''. Throws Refusal. */
  readonly write?: (at: At, change: Fields, actor: string, address: string, permit?: Permit) => void | Promise<void>;
  /** Computed only while watched; a GET without watchers takes one sample. */
  readonly onDemand: boolean;
  /** The counter of this row's watchers in /telemetry/subscription. */
  readonly counts?: string;
  /** The counter of this row's watched addresses, each once. */
  readonly countsAddresses?: string;
  /**
   * Multiplexes other rows on this row's event stream (streams). Called for each watcher after its snapshot: each `send`
   * is a `change` event `{path, row}`, the newest per path for a slow reader; `remove` ends multiplexing of a path; the
   * returned function is called when the watcher leaves. The row's own changes are then `snapshot` events. `encoded` is
   * the JSON of `row`.
   */
  readonly multiplex?: (
    at: At,
    send: (path: string, row: Fields, encoded: string) => void,
    watcher: Watcher,
    remove: (path: string) => void,
  ) => () => void;
}

export interface TaskRow extends RowCommon {
  readonly type: 'task';
  /** Writable fields beside `running`. */
  readonly extra: Schemas;
  readonly cancellable: boolean;
  /** Of the extra fields. */
  readonly limits?: (at: At, desk: DeskReader, observed: ObservedReader) => Limits;
  readonly run: (at: At, extra: Fields, run: TaskRun) => Fields | Promise<Fields>;
}

export type Row = SettingRow | AliasRow | ViewRow | TaskRow;
