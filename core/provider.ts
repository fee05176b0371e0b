// The public API of providers: `import { defineProvider, setting, view, alias, task, Type } from 'rowdesk/provider'`.

import type { Service, Token } from './base/token.ts';
import type { Static, TSchema } from './base/typebox.ts';
import type {
  Addresses,
  AliasRow,
  AtOf,
  Change,
  ConfirmedChange,
  DeskReader,
  Fields,
  FieldsOf,
  Implies,
  Life,
  Limits,
  LiveFields,
  ParamNames,
  PerField,
  Row,
  Schemas,
  SentFields,
  SettingRow,
  TaskRow,
  ViewRow,
  Watch,
  Watcher,
  Writers,
} from './rows/definitions.ts';
import type { FilePlace } from './rows/file-place.ts';
import type { ObservedReader } from './rows/observed-state.ts';
import type { PageFolder } from './rows/page-folder.ts';
import type { Permit } from './rows/permit.ts';
import type { TaskRun } from './rows/task-run.ts';

export { linkId } from './audio/graph/link-id.ts';
export { checkedJson } from './base/checked-json.ts';
export { Contributions } from './base/contributions.ts';
export { DataFolder, type FileProblem } from './base/data-folder.ts';
export { follow, stopAll } from './base/follow.ts';
export { isSameJson } from './base/json.ts';
export { Listeners } from './base/listeners.ts';
export { fieldRefusal, problemOf, Refusal, type RefusalCode } from './base/refusals.ts';
export { isSecretName } from './base/secrets.ts';
export { grantedOf } from './base/time.ts';
export { type Service, type Token, token } from './base/token.ts';
export { Turns } from './base/turns.ts';
export { Compile, type Static, type TSchema, Type, Value } from './base/typebox.ts';
export { type UntilOptions, until } from './base/until.ts';
export * from './driver/hosted-plugin.ts';
export { Admission } from './http/admission.ts';
export type * from './rows/definitions.ts';
export { documentCheck } from './rows/document-check.ts';
export { type FilePlace, fileId, type OutgoingFile } from './rows/file-place.ts';
export { freshId } from './rows/fresh-id.ts';
export type { FieldReading, ObservedReader, ObservedReports, ObservedState } from './rows/observed-state.ts';
export type { PageFolder } from './rows/page-folder.ts';
export type { Permit, Role } from './rows/permit.ts';
export { unknownRow } from './rows/registry.ts';
export type { TaskRun } from './rows/task-run.ts';
export * from './services.ts';
export { HeldSwitch } from './watch/held-switch.ts';

/** `params` is required when the template has parameters, with a schema for each; otherwise forbidden. */
type WithParams<Template extends string, P extends Schemas> = [ParamNames<Template>] extends [never]
  ? { readonly params?: undefined; readonly addresses?: undefined }
  : { readonly params: P & { readonly [N in ParamNames<Template>]: TSchema }; readonly addresses: Addresses<AtOf<P>> };

interface CommonLiteral {
  readonly continuous?: boolean;
  readonly atMostEveryMs?: number;
  readonly largeBody?: boolean;
  readonly summary?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Whose keys may write: of all fields, or by field. `busOf` names the bus of an address. */
interface WritersLiteral<W extends string, P extends Schemas> {
  readonly writers?: Writers | { readonly [N in W]?: Writers };
  readonly busOf?: (at: AtOf<P>) => string;
}

/** One name for all writable fields, or names for some of them. */
type FieldNames<W extends string> = string | { readonly [N in W]?: string };

interface SettingLiteral<P extends Schemas, F extends Schemas, W extends keyof F & string>
  extends CommonLiteral,
    WritersLiteral<W, P> {
  readonly fields: F;
  readonly writable: readonly W[];
  /** Defaults that differ by address, laid over those of the schemas. */
  readonly defaults?: (at: AtOf<P>) => Partial<FieldsOf<Pick<F, W>>>;
  /** The values of the read-only fields. */
  readonly computed?: (at: AtOf<P>, desk: DeskReader, observed: ObservedReader) => Partial<FieldsOf<Omit<F, W>>>;
  readonly limits?: (at: AtOf<P>, desk: DeskReader, observed: ObservedReader) => Limits;
  readonly watch?: Watch<AtOf<P>>;
  readonly implies?: Implies<AtOf<P>>;
  readonly sends?: SentFields<AtOf<P>>;
  /** Per field: of writable ones, and of those that `sends` has. */
  readonly target?:
    | FieldNames<keyof F & string>
    | ((at: AtOf<P>, desk: DeskReader) => FieldNames<keyof F & string> | undefined);
  readonly area?: FieldNames<W> | ((at: AtOf<P>) => FieldNames<W>);
  readonly life?: Life | { readonly [N in W]?: Life };
  readonly version?: number;
  readonly migrate?: (fields: Fields, from: number) => Fields;
  readonly lockable?: boolean | { readonly [N in W]?: boolean };
  /** Fields that undo, redo and revert change with `override` only. */
  readonly confirmOnUndo?: { readonly [N in W]?: ConfirmedChange };
}

interface LiveSettingLiteral<P extends Schemas>
  extends Omit<SettingLiteral<P, Schemas, string>, 'fields' | 'writable' | 'computed'> {
  readonly fields: (at: AtOf<P>, desk: DeskReader) => LiveFields;
  readonly computed?: (at: AtOf<P>, desk: DeskReader, observed: ObservedReader) => Fields;
  readonly isReadOnly?: boolean;
}

const settingDefaults = { writable: [], continuous: false, life: 'show', version: 1, lockable: true, params: {} };

/** A row of stored desired state. Every writable field needs a `default` in its schema. */
export function setting<
  const Template extends string,
  const P extends Schemas,
  const F extends Schemas,
  W extends keyof F & string,
>(template: Template, literal: SettingLiteral<P, F, W> & WithParams<Template, P>): Row {
  return { ...settingDefaults, ...literal, type: 'setting', template } as unknown as SettingRow;
}

/** A setting whose fields depend on the moment (a plugin's values, a stagebox model's inputs). */
export function liveSetting<const Template extends string, const P extends Schemas>(
  template: Template,
  literal: LiveSettingLiteral<P> & WithParams<Template, P>,
): Row {
  return { ...settingDefaults, ...literal, type: 'setting', template } as unknown as SettingRow;
}

interface AliasLiteral<P extends Schemas, F extends Schemas, W extends keyof F & string>
  extends CommonLiteral,
    WritersLiteral<W, P> {
  readonly fields: F;
  readonly writable?: readonly W[];
  readonly get: (at: AtOf<P>, desk: DeskReader, observed: ObservedReader) => Partial<FieldsOf<F>>;
  readonly set?: (at: AtOf<P>, change: Partial<FieldsOf<Pick<F, W>>>, desk: DeskReader) => readonly Change[];
  readonly limits?: (at: AtOf<P>, desk: DeskReader, observed: ObservedReader) => Limits;
  readonly watch?: Watch<AtOf<P>>;
  readonly mergedBy?: { readonly [N in W]?: readonly string[] };
}

/** Shows and writes settings of other rows. `set` is pure: it returns changes, and the host commits them. */
export function alias<
  const Template extends string,
  const P extends Schemas,
  const F extends Schemas,
  W extends keyof F & string = never,
>(template: Template, literal: AliasLiteral<P, F, W> & WithParams<Template, P>): Row {
  const defaults = { writable: [], continuous: false, mergedBy: {}, params: {} };
  return { ...defaults, ...literal, type: 'alias', template } as unknown as AliasRow;
}

interface ViewLiteral<P extends Schemas, F extends Schemas, W extends keyof F & string>
  extends CommonLiteral,
    WritersLiteral<W, P> {
  readonly fields: F;
  readonly get: (
    at: AtOf<P>,
    desk: DeskReader,
    observed: ObservedReader,
  ) => Partial<FieldsOf<F>> | Promise<Partial<FieldsOf<F>>>;
  readonly limits?: (at: AtOf<P>, desk: DeskReader, observed: ObservedReader) => Limits;
  readonly watch?: Watch<AtOf<P>>;
  readonly writable?: readonly W[];
  readonly write?: (
    at: AtOf<P>,
    change: Partial<FieldsOf<Pick<F, W>>>,
    actor: string,
    address: string,
    permit: Permit | undefined,
  ) => void | Promise<void>;
  readonly onDemand?: boolean;
  readonly counts?: string;
  readonly countsAddresses?: string;
  readonly multiplex?: (
    at: AtOf<P>,
    send: (path: string, row: Fields, encoded: string) => void,
    watcher: Watcher,
    remove: (path: string) => void,
  ) => () => void;
}

/** A computed or observed row. `write` writes the `writable` fields to their source, never into the desk. */
export function view<
  const Template extends string,
  const P extends Schemas,
  const F extends Schemas,
  W extends keyof F & string = never,
>(template: Template, literal: ViewLiteral<P, F, W> & WithParams<Template, P>): Row {
  const defaults = { writable: [], continuous: false, onDemand: false, params: {} };
  return { ...defaults, ...literal, type: 'view', template } as unknown as ViewRow;
}

interface TaskLiteral<P extends Schemas, X extends Schemas> extends CommonLiteral, WritersLiteral<'running', P> {
  readonly extra?: X;
  readonly cancellable?: boolean;
  readonly limits?: (at: AtOf<P>, desk: DeskReader, observed: ObservedReader) => Limits;
  readonly run: (at: AtOf<P>, extra: Partial<FieldsOf<X>>, run: TaskRun) => Fields | Promise<Fields>;
}

/** Long work, of the shape of interface.md 2.9. The result of `run` becomes the `report`. */
export function task<const Template extends string, const P extends Schemas, const X extends Schemas>(
  template: Template,
  literal: TaskLiteral<P, X> & WithParams<Template, P>,
): Row {
  const defaults = { continuous: true, extra: {}, cancellable: false, params: {} };
  return { ...defaults, ...literal, type: 'task', template } as unknown as TaskRow;
}

type Needs = Readonly<Record<string, Token<unknown>>>;
type Services<N extends Needs> = { readonly [K in keyof N]: Service<N[K]> };
type OptionalServices<W extends Needs> = { readonly [K in keyof W]: Service<W[K]> | undefined };

/** The argument of a provider's functions: services of `needs` and `optionalNeeds`, and `config` of providers.config.json. */
type Given<N extends Needs, W extends Needs, C extends TSchema> = Services<N> &
  OptionalServices<W> & { readonly config: Static<C> };

export interface ProviderLiteral<N extends Needs, O extends Needs, C extends TSchema, W extends Needs> {
  /** The name of its folder, and the first segment of its paths unless `roots` has others. */
  readonly name: string;
  readonly roots?: readonly string[];
  readonly needs?: N;
  /** Optional services: undefined without an offering provider, or when that provider has a fault. */
  readonly optionalNeeds?: W;
  /** Services for other providers, by name; `services` makes them. Shutdown calls `stop` of a service that has it. */
  readonly offers?: O;
  readonly services?: (given: Given<N, W, C>) => Services<O>;
  /** Schema of `config` of its entry in providers.config.json; every member needs a default. */
  readonly config?: C;
  readonly rows: (given: Given<N, W, C> & { readonly offered: Services<O> }) => readonly Row[];
  /** Pages of built files. Browsers that ask for `/` go to the first page of the configuration. */
  readonly pages?: readonly PageFolder[];
  /** Files, which come and go as streams of bytes beside the rows. */
  readonly files?: (given: Given<N, W, C> & { readonly offered: Services<O> }) => readonly FilePlace[];
  /** Called once the desk is loaded and the rows answer. Shutdown calls the returned functions, in reverse order. */
  readonly start?: (given: Given<N, W, C> & { readonly offered: Services<O> }) => void | (() => void | Promise<void>);
}

/** A provider as the host uses it; the host checks its shape. */
export interface Provider {
  readonly rowdesk: 'provider';
  readonly api: 1;
  readonly name: string;
  readonly roots: readonly string[];
  readonly needs: Needs;
  /** Absent in packages built for an earlier rowdesk. */
  readonly optionalNeeds?: Needs;
  readonly offers: Needs;
  readonly config?: TSchema;
  readonly pages?: readonly PageFolder[];
  readonly services?: (given: object) => Readonly<Record<string, unknown>>;
  readonly rows: (given: object) => readonly Row[];
  readonly files?: (given: object) => readonly FilePlace[];
  readonly start?: (given: object) => void | (() => void | Promise<void>);
}

/** Declares a provider. Its module exports the result as default. */
export function defineProvider<
  const N extends Needs = Record<never, never>,
  const O extends Needs = Record<never, never>,
  C extends TSchema = TSchema,
  const W extends Needs = Record<never, never>,
>(literal: ProviderLiteral<N, O, C, W>): Provider {
  return {
    rowdesk: 'provider',
    api: 1,
    needs: {},
    offers: {},
    ...literal,
    roots: literal.roots ?? [literal.name],
  } as unknown as Provider;
}

export type { PerField };
