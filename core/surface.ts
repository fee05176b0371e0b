// The public API of surfaces: `import { defineSurface, Type } from 'rowdesk/surface'`. A surface is a client of the desk
// (`rowdesk/client`) in a process of its own, which the desk starts while the surface is enabled and ends with itself.
import type { Static, TSchema } from './base/typebox.ts';

export { isRefusal, Refusal } from './base/refusals.ts';
export { checkWithDefaults, type SchemaViolation } from './base/schema-violations.ts';
export { type Static, type TSchema, Type } from './base/typebox.ts';
export { Hosts } from './guards/hosts.ts';
export { RequestGuards } from './guards/request-guards.ts';
/** `new Client(url, { transport: ask })`: watching rows costs less than by fetch. */
export { ask } from './transport/http.ts';

/** What a surface may do: read; write strips, cue, talkback and mutes; everything. */
export type SurfaceRole = 'view' | 'mix' | 'run';

/** The writable fields of the surface's row that concern its process. */
export interface SurfaceSettings {
  readonly role: SurfaceRole;
  /** The name of a mapping, '' for none: the file NAME.json in the folder of mappings. */
  readonly mapping: string;
  /** Machines that may take part beside this one. */
  readonly addresses: readonly string[];
}

/** A program or device that takes part. */
export interface SurfacePeer {
  readonly address: string;
  readonly port: number;
  readonly transport: string;
  readonly subscriptions: number;
  /** Packets that were dropped: not readable, too many, or answers beyond the limit. */
  readonly dropped: number;
  /** ISO 8601 */
  readonly lastSeenAt: string;
}

/** A machine that is not on the list, and gets no answer. */
export interface SurfaceStranger {
  readonly address: string;
  readonly lastSeenAt: string;
}

export interface SurfaceReport {
  /** Where the surface listens; null while it does not. */
  readonly port: number | null;
  /** Where its addresses can be browsed by HTTP; null, or left out, where they can't. */
  readonly queryPort?: number | null;
  /** Its device is not there, and `reason` says which: the surface waits for it. */
  readonly isAbsent?: boolean;
  /** At most 16. */
  readonly peers: readonly SurfacePeer[];
  /** At most 16. */
  readonly strangers: readonly SurfaceStranger[];
  /** Why only part of it works, '' where all does. */
  readonly reason: string;
  /** When a peer was heard last; null before. */
  readonly lastSeenAt: string | null;
}

/** A surface that may be there. */
export interface FoundSurface {
  readonly kind: string;
  readonly label: string;
  readonly address: string;
  readonly port: number | null;
  /** 0 for a guess, 100 for one that says so itself. */
  readonly confidencePercent: number;
  /** What speaks for it, in words. */
  readonly why: string;
}

/** Names and origins that the configuration allows beside the desk's own, for a surface that serves HTTP. */
export interface AllowedRequests {
  readonly hostNames: readonly string[];
  readonly trustedOrigins: readonly string[];
}

export interface SurfaceGiven<Config> extends AllowedRequests {
  /** The last segment of its row, `/surface/osc`. */
  readonly id: string;
  readonly config: Config;
  /** The desk's, for `new Client(url)`. An actor that begins with `actor` is a surface for the lock of the console. */
  readonly url: string;
  /** For `new Client(url, { key })`: the desk lets the surface do what its role says. */
  readonly key?: string | undefined;
  readonly actor: string;
  readonly settings: SurfaceSettings;
  /** The folder of mappings, of files that users add. */
  readonly mappingsFolder: string;
  /** Shows this in the row from now on. */
  readonly report: (report: SurfaceReport) => void;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

export interface RunningSurface {
  /** The row was written. Throws Error in words for what it can not do; the settings before stay in effect. */
  change(settings: SurfaceSettings): void | Promise<void>;
  close(): void | Promise<void>;
}

export interface Looking {
  readonly timeoutMs: number;
}

export interface SurfaceLiteral<C extends TSchema> {
  /** What it speaks: `osc`. */
  readonly kind: string;
  /** Schema of `config` of its entry in providers.config.json; every member needs a default. */
  readonly config?: C;
  /** Rejects with Error in words where it can't be opened (a port that is in use): it is opened again later. */
  open(given: SurfaceGiven<Static<C>>): RunningSurface | Promise<RunningSurface>;
  /** Looks for such surfaces on the network or at the machine, and changes nothing. */
  look?(looking: Looking): Promise<readonly FoundSurface[]>;
}

/** A surface as its process uses it. */
export interface Surface extends Omit<SurfaceLiteral<TSchema>, 'open'> {
  readonly rowdesk: 'surface';
  readonly api: 1;
  open(given: SurfaceGiven<never>): RunningSurface | Promise<RunningSurface>;
}

/** Declares a surface. Its module exports the result as default. */
export function defineSurface<C extends TSchema = TSchema>(literal: SurfaceLiteral<C>): Surface {
  return { rowdesk: 'surface', api: 1, ...literal } as unknown as Surface;
}
