// What core offers to providers: tokens and shapes only. A provider names one in its `needs`.
import type { BandsPerOctave, ProcessorDescription } from './driver.ts';
import type { At, DeskReader, Fields, SeenReader, SettingChange } from './rows/definitions.ts';
import type { Refusal } from './rows/refusals.ts';
import { type Token, token } from './token.ts';

/** Outcome of a commit. `durable` false: kept in memory only, until the store can be written again. */
export interface Committed {
  /** The revision it took; the current one when nothing changed. */
  readonly revision: number;
  readonly durable: boolean;
}

export interface CommitRequest {
  readonly actor: string;
  /** Remote address of the client that asks; left out where none does. */
  readonly address?: string;
  /** For people, in the history: `Input 3 level`. */
  readonly label: string;
  /** A value that is undefined forgets what is kept of a field. */
  readonly changes: readonly SettingChange[];
  /** All that is to follow is among the changes: nothing is implied. So are undo and redo, whatever they say. */
  readonly exact?: boolean;
  /** In the history it stands for itself, however fast others follow. */
  readonly apart?: boolean;
  /** The console's lock does not hold it: what the desk does by itself for the show to go on, what a name was stored under. */
  readonly despiteLock?: boolean;
  /** Checked again when the commit takes its revision. */
  readonly ifMatch?: { readonly path: string; readonly etag: string };
  /** Levels of the mixer move to their new value linearly in dB over this long; without it they go there at once. */
  readonly fade?: { readonly ms: number };
}

/** The only way settings change. Throws Refusal; a refused commit changes nothing. */
export interface Desk extends DeskReader {
  readonly storeId: string;
  readonly revision: number;
  /** True when the state folder was empty at this start. */
  readonly isNew: boolean;
  /** Visible, told to targets and published in this very tick; the promise waits for the store. */
  commit(request: CommitRequest): Promise<Committed>;
  /** Called after each commit, in its tick, with the canonical addresses it touched; `address` is '' without a client. */
  onCommit(listener: (revision: number, paths: readonly string[], actor: string, address: string) => void): () => void;
  readonly seen: SeenReader;
}
export const Desk: Token<Desk> = token<Desk>('core.desk');

/** Whom the console is locked for: nobody, surfaces only, or everybody. */
export type Locked = 'none' | 'surface' | 'all';
/** Given by the provider of the lock's row, asked before each commit of lockable fields. Unlocked where nobody gave one. */
export interface Lock {
  use(locked: () => Locked): () => void;
}
export const Lock: Token<Lock> = token<Lock>('core.lock');

/**
 * The desk as a commit would make it, as it is, and the addresses that it touches. Throws Refusal to forbid it;
 * anything else that it throws is a fault in the log, and forbids nothing.
 */
export type CommitCheck = (after: DeskReader, before: DeskReader, paths: readonly string[]) => void;
/** For what rows that are right one by one make together. Asked in its tick by every commit but one for safety (a panic). */
export interface Guards {
  use(check: CommitCheck): () => void;
}
export const Guards: Token<Guards> = token<Guards>('core.guards');

/** One field of the show as it is; `area` is what scenes, clipboards and templates call it. */
export interface AreaValue {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly area: string;
}
/** Which fields of the show: of these areas, at the addresses that `has` takes. All of what is left out. */
export interface AreaFilter {
  readonly areas?: readonly string[];
  readonly has?: (path: string) => boolean;
}
/** A field as a commit would change it. */
export interface PlannedChange {
  readonly path: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}
/** What writing values back would do now. */
export interface AreaPlan {
  /** For one commit, which does exactly this when it is made in the same tick. */
  readonly changes: readonly SettingChange[];
  /** All that it changes, what follows included. */
  readonly effect: readonly PlannedChange[];
  /** What can't be written and is left out: an address that is gone, a value that is refused. */
  readonly blocked: readonly { readonly path: string; readonly field: string; readonly refusal: Refusal }[];
  /** Left out because of what would follow from it, at a field that is to stay. */
  readonly held: readonly { readonly path: string; readonly field: string; readonly by: PlannedChange }[];
}
export interface AreaPlanOptions {
  readonly actor: string;
  /** What may not change, not even as what follows from another change. */
  readonly stays?: (path: string, field: string, area: string) => boolean;
}
/** The show by areas: what scenes, sessions, clipboards and templates are made of. A field without an area is in none. */
export interface Areas {
  /** All that there are, ascending. */
  list(): readonly string[];
  /** The area of a field of the show; undefined for one that is in none, or is not there. */
  areaOf(path: string, field: string): string | undefined;
  /** The fields as they are, defaults too, row by row. */
  content(filter?: AreaFilter): readonly AreaValue[];
  /** The same fields as they are where nobody has changed anything. */
  defaults(filter?: AreaFilter): readonly AreaValue[];
  /**
   * What is to be committed so that these values are there. What is there already is no change; what is of no area, or of
   * another than its value says, is blocked. Never throws Refusal.
   */
  plan(values: readonly (Omit<AreaValue, 'area'> & { readonly area?: string })[], options: AreaPlanOptions): AreaPlan;
}
export const Areas: Token<Areas> = token<Areas>('core.areas');

/** What was done to the show, at once or in one ride. */
export interface HistoryEntry {
  /** Grows with each entry; a string of digits, sortable by its number. */
  readonly id: string;
  /** Epoch milliseconds of its first write. */
  readonly at: number;
  readonly label: string;
  readonly actor: string;
  /** The last revision merged into it. */
  readonly revision: number;
  readonly undone: boolean;
  readonly changes: readonly {
    readonly path: string;
    readonly field: string;
    /** Undefined for a field that came with the change: taking it back takes the field away. */
    readonly from: unknown;
    /** Undefined for a field that went with the change. */
    readonly to: unknown;
  }[];
}
export interface HistoryRequest {
  readonly actor: string;
  /** Goes on without what a later entry touched and what is gone, and does what is delicate or another actor's. */
  readonly override?: boolean;
}
/** What undo, redo or revert did. */
export interface HistoryOutcome {
  readonly entry: HistoryEntry;
  readonly revision: number;
  readonly changes: HistoryEntry['changes'];
  /** Left as it is, and why. */
  readonly skipped: readonly { readonly path: string; readonly field: string; readonly refusal: Refusal }[];
  readonly durable: boolean;
}
/** The history of the show. What can't be undone is refused in the tick of the call, and then nothing has changed. */
export interface HistoryLog {
  /** How many entries it keeps. */
  readonly bound: number;
  /** Newest first; those that are undone come before all others. */
  readonly entries: readonly HistoryEntry[];
  /** Another one whenever entries have come or gone; the same while they only change. */
  readonly idsVersion: number;
  /** How many are undone. */
  readonly undone: number;
  get(id: string): HistoryEntry | undefined;
  /** The entries that are done and came after this one to a field that it touched, oldest first. */
  overtakenBy(id: string): readonly string[];
  /** True for an entry that a revert takes back whole, wherever it needs no more than `override`. */
  isRevertible(id: string): boolean;
  /** Takes back the newest entry that is done. Throws Refusal. */
  undo(request: HistoryRequest): Promise<HistoryOutcome>;
  /** Does again the oldest entry that is undone. Throws Refusal. */
  redo(request: HistoryRequest): Promise<HistoryOutcome>;
  /** Takes back one entry by a new one. Throws Refusal. */
  revert(id: string, request: HistoryRequest): Promise<HistoryOutcome>;
  /** Called in the tick of the commit. */
  onChange(listener: () => void): () => void;
}
export const HistoryLog: Token<HistoryLog> = token<HistoryLog>('core.history');

/** A scene, session or patch, kept whole. */
export interface StoredDocument {
  readonly kind: string;
  readonly id: string;
  readonly body: Fields;
}
export interface DocumentChange {
  readonly put?: readonly StoredDocument[];
  readonly delete?: readonly Pick<StoredDocument, 'kind' | 'id'>[];
}
/** What is kept whole beside the settings. Throws refusal `store-unavailable` when it can't be stored; then nothing changed. */
export interface Documents {
  /** By their ids, ascending. */
  list(kind: string): readonly StoredDocument[];
  get(kind: string, id: string): StoredDocument | undefined;
  /** Makes it, or takes the place of the one with this id. Resolves once it is on the disk. */
  put(kind: string, id: string, body: Fields): Promise<void>;
  delete(kind: string, id: string): Promise<void>;
  /** All of it or none, whatever happens meanwhile. */
  write(change: DocumentChange): Promise<void>;
  onChange(listener: (kind: string, id: string) => void): () => void;
}
export const Documents: Token<Documents> = token<Documents>('core.documents');

/** Time, injected: epoch milliseconds, a monotonic clock, and timers. */
export interface Time {
  now(): number;
  monotonicMs(): number;
  every(ms: number, run: () => void): () => void;
  after(ms: number, run: () => void): () => void;
}
export const Time: Token<Time> = token<Time>('core.time');

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
export const Log: Token<Log> = token<Log>('core.log');

/** For what nobody waits for: what somebody else's function threw is in the log, with an id; a refusal is news of the moment. */
export interface Faults {
  /** `where` says what was asked: `a listener of the streams`. */
  note(error: unknown, where: string): void;
}
export const Faults: Token<Faults> = token<Faults>('core.faults');

/** A state worth a person's eye. The same `id` raised again updates it; it goes when its cause goes. */
export interface Warning {
  readonly id: string;
  readonly title: string;
  readonly titleCode: { readonly code: string; readonly params: Fields };
  readonly detail: string;
  readonly severity: 'info' | 'warning' | 'alarm';
  /** ISO 8601 */
  readonly since: string;
  /** The row it is about, '' for none. */
  readonly path: string;
}
export interface Warnings {
  raise(warning: Omit<Warning, 'since'>): void;
  clear(id: string): void;
  list(): readonly Warning[];
  watch(changed: () => void): () => void;
}
export const Warnings: Token<Warnings> = token<Warnings>('core.warnings');

/**
 * Who holds something. His are the streams of this actor, and those from this address that name no actor: EventSource
 * sends no headers. '' for no address.
 */
export interface Holder {
  readonly actor: string;
  readonly address: string;
}
/** What rows are watched, and how many watch; and publishing of rows that are not settings. */
export interface Watching {
  /** Watchers per counter (`counts` of a view). */
  counts(): Readonly<Record<string, number>>;
  onCounts(changed: () => void): () => void;
  /**
   * For what a client holds by watching: calls `dropped` once, when the last of the event streams has ended on which he
   * gets this row, its own or one that carries it. Undefined where he watches it on none. The result gives it up.
   */
  hold(path: string, holder: Holder, dropped: () => void): (() => void) | undefined;
}
export const Watching: Token<Watching> = token<Watching>('core.watching');

/** Reads rows as a client would, for rows that carry others (streams). */
export interface Rows {
  /** The current row at an address. Throws Refusal. */
  get(path: string): Promise<Fields>;
  /** The addresses of live rows that match an address or a template with `*` segments. Throws Refusal. */
  expand(target: string, most: number): readonly string[];
  /** Called when addresses came or went, so that patterns are expanded again. */
  onAddressesChanged(changed: () => void): () => void;
  /** Watches an address: `event` gets the snapshot in this tick (or soon, for async views) and each change after. */
  watch(path: string, event: (name: 'snapshot' | 'change' | 'gone', row: Fields, encoded: string) => void): () => void;
  /** The live contract at an address, as OPTIONS answers it: by field its `access` and JSON Schema words. Throws Refusal. */
  options(path: string): { readonly fields: Readonly<Record<string, Fields>> };
  templates(): readonly {
    readonly template: string;
    readonly continuous: boolean;
    readonly onDemand: boolean;
    readonly type: string;
  }[];
}
export const Rows: Token<Rows> = token<Rows>('core.rows');

/** Convergence as /telemetry/convergence shows it. */
export interface Correction {
  /** ISO 8601 */
  readonly at: string;
  readonly path: string;
  readonly field: string;
  readonly wanted: unknown;
  readonly observed: unknown;
  readonly target: string;
  readonly outcome: 'corrected' | 'refused' | 'unverified';
}
export interface Convergence {
  readonly heartbeatMs: number;
  readonly barrier: number;
  readonly corrections: number;
  /** The last corrections, newest first. */
  entries(): readonly Correction[];
  onBeat(listener: () => void): () => void;
}
export const Convergence: Token<Convergence> = token<Convergence>('core.convergence');

/** Durations of named operations, for /telemetry/perf. */
export interface Perf {
  readonly ops: readonly {
    readonly op: string;
    readonly count: number;
    readonly meanMs: number;
    readonly p99Ms: number;
    readonly maxMs: number;
  }[];
  record(op: string, ms: number): void;
}
export const Perf: Token<Perf> = token<Perf>('core.perf');

/** A port of a device, as its driver reports it. `id` is `device:port`, stable, never a server's number. */
export interface Port {
  readonly id: string;
  readonly label: string;
  readonly direction: 'input' | 'output';
  /** From 1. */
  readonly channel: number;
  readonly connector: string;
}
/** A device that a driver opened. */
export interface Device {
  readonly id: string;
  readonly label: string;
  readonly model: string;
  readonly transport: string;
  readonly driver: string;
  readonly present: boolean;
  readonly ports: readonly Port[];
  readonly inputLatencyFrames: number;
  readonly outputLatencyFrames: number;
  readonly clockId: string;
  /** Hz */
  readonly supportedRates: readonly number[];
}
/** What the driving clock is, read from what drives the graph. */
export interface ClockState {
  /** Hz; 0 while nothing drives. */
  readonly rate: number;
  /** Frames per block. */
  readonly quantum: number;
  readonly supportedRates: readonly number[];
  /** The device that drives, '' for none. */
  readonly driving: string;
  readonly grade: 'external-locked' | 'device' | 'network' | 'internal' | 'synthetic' | 'lost';
}
/** Figures of the audio thread. Durations in microseconds. */
export interface RealTimeFigures {
  /** Of the audio process; 0 for none. */
  readonly processId: number;
  readonly xruns: number;
  /** ISO 8601, '' for never. */
  readonly lastXrunAt: string;
  readonly dspLoadPercent: number;
  readonly dspLoadMaxPercent: number;
  readonly blockUs: number;
  readonly wakeupJitterUs: number;
  readonly quantum: number;
  readonly rate: number;
  readonly policy: string;
  readonly priority: number;
}
/** Meters of one strip; levels in dB, -144 for silence, one entry per leg; the maximum since this reader's last sample. */
export interface StripMeter {
  readonly preDb: readonly number[];
  readonly postDb: readonly number[];
  readonly rmsDb: readonly number[];
  readonly peakHoldDb: readonly number[];
  readonly gateReductionDb: number;
  readonly compReductionDb: number;
  readonly clipped: boolean;
  /** Blocks at or over 0 dBFS since start. */
  readonly clipCount: number;
}
/** The spectrum of a strip at Pre-Fader; of two legs the louder one in each band. */
export interface Spectrum {
  readonly bandsPerOctave: BandsPerOctave;
  /** Exact mid-band frequencies (IEC 61260-1), ascending. */
  readonly frequenciesHz: readonly number[];
  /** One per frequency: a full-scale sine reads 0 in its band, silence -144. */
  readonly levelsDb: readonly number[];
}
/** When the sound of a strip comes, against another strip's, both at Top-Of-Ch. */
export interface Alignment {
  /** The strip it was compared with, `/channel/input/1`. */
  readonly reference: string;
  /** How much later than its reference the strip is, less than 0 where it is earlier; the nearest whole frame. */
  readonly frames: number;
  /** The same, to fractions of a frame. */
  readonly offsetMs: number;
  /** 0 to 100; low where the two have little in common, or one is silent: the offset then means nothing. */
  readonly confidencePercent: number;
}
/** The audio process as the control process sees it. All reads are of the last report; nothing here waits. */
export interface Audio {
  readonly state: 'starting' | 'running' | 'degraded' | 'stopped';
  readonly reason: string;
  readonly clock: ClockState;
  readonly devices: readonly Device[];
  /** How many strips of each kind the mixer has. Audio starts once this is known; a later call with another layout restarts it. */
  configure(layout: Readonly<Record<string, number>>): void;
  /** State, clock or devices changed. */
  onChange(listener: () => void): () => void;
  /** Meters of all strips every `intervalMs`, keyed by strip path, for as long as it is read. */
  readMeters(intervalMs: number, sample: (meters: ReadonlyMap<string, StripMeter>, atMs: number) => void): () => void;
  /** Figures of the audio thread, the first at once, then every `intervalMs`. None come while nothing drives. */
  readRealTime(intervalMs: number, sample: (figures: RealTimeFigures) => void): () => void;
  /**
   * The spectrum of a strip (`/channel/input/1`) every `intervalMs`, for as long as it is read. No sample comes while
   * there is no such strip, or more than 64 are analysed.
   */
  readSpectrum(
    path: string,
    bandsPerOctave: BandsPerOctave,
    intervalMs: number,
    sample: (spectrum: Spectrum, atMs: number) => void,
  ): () => void;
  /** Compares a strip with another one for as long as it is read: a sample about every second, the first after 2 s. */
  readAlignment(path: string, reference: string, sample: (alignment: Alignment, atMs: number) => void): () => void;
  /** Asks a target to do something that is not a value (reset clip, identify). Rejects with Refusal `device-absent`. */
  call(target: string, method: string, args: Fields): Promise<Fields>;
  /**
   * `prepare` is called with the addresses of sockets whose phantom or pad is to be switched. They are switched when it
   * has resolved, or at once when it rejects; its answer is called with how long they are unfit for sound from then on,
   * in milliseconds, 0 where they were not switched.
   */
  beforeSwitch(prepare: (paths: readonly string[]) => Promise<(settlingMs: number) => void>): () => void;
}
export const Audio: Token<Audio> = token<Audio>('core.audio');

/** A port in the audio graph. */
export interface GraphPort {
  /** `device:port`, stable over restarts and never a server's number; a device's id may hold colons itself. */
  readonly id: string;
  readonly label: string;
  /** A source gives sound (a stagebox's input), a sink takes it; the leg of a strip may be both, under one id. */
  readonly direction: 'source' | 'sink';
  /** From 1, among the node's ports of this direction. */
  readonly channel: number;
  /** Frames between this port and the outside world (a connector, a network); null where nobody knows. */
  readonly latencyFrames: number | null;
}
/** Something with ports: the mixer, a device, a programme that another one runs on the same audio server. */
export interface GraphNode {
  /** Stable; the part of its ports' ids before the last colon. */
  readonly id: string;
  readonly label: string;
  /** The device (of `Audio.devices`, or an audio server) through which it is reached, '' for the mixer. */
  readonly device: string;
  readonly kind: 'mixer' | 'device' | 'stream';
  readonly ports: readonly GraphPort[];
  /** False: it was there in this run or is named by configuration, and is not there now. */
  readonly present: boolean;
  /** The driver package that reports it. */
  readonly driver: string;
}
/** A link that is there now, whoever made it. */
export interface GraphLink {
  /** Follows from `from` and `to`: the same link has the same id whenever it comes back. */
  readonly id: string;
  /** Ids of ports: a source and a sink. */
  readonly from: string;
  readonly to: string;
  /** `rowdesk`, or the name of whoever made it. */
  readonly owner: string;
  /** ISO 8601 */
  readonly since: string;
}
/** By what a graph runs; read from what drives it, never from a request. */
export interface GraphClock {
  /** The node that drives, '' for none. */
  readonly driving: string;
  /** Hz; 0 while nothing drives. */
  readonly rate: number;
  /** Frames per block; 0 while nothing drives. */
  readonly quantum: number;
  /** Hz that somebody asked the graph to run at whatever else is wanted; null for nobody. */
  readonly forcedRate: number | null;
}
/** An audio server beside the mixer's own graph. Its nodes are those whose `device` is its id. */
export interface GraphServer extends GraphClock {
  readonly id: string;
  readonly label: string;
  readonly driver: string;
  readonly present: boolean;
  /** Why it is not, in words; '' while it is. */
  readonly reason: string;
  /** Why nothing of it can be changed, in words; '' where links can be made and ended. */
  readonly readOnly: string;
}
/** What is linked to what, as last reported; the clock is that of the graph which the mixer is in. */
export interface Graph extends GraphClock {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
  readonly servers: readonly GraphServer[];
  onChange(listener: () => void): () => void;
}
export const Graph: Token<Graph> = token<Graph>('core.graph');

/** Which driver was chosen for which model, which was not, and why. */
export interface DriverChoice {
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly chosen: boolean;
  readonly score: number;
  readonly reason: string;
  readonly state: 'absent' | 'starting' | 'running' | 'degraded' | 'failed';
  readonly restarts: number;
}
/** A device that is there, was there in this run, or is named by configuration, and the driver that it got. */
export interface FoundDevice {
  readonly id: string;
  readonly label: string;
  readonly transport: string;
  /** As the device calls its maker, '' where that is not known. */
  readonly vendor: string;
  readonly model: string;
  /** `0582:01a6` on USB. */
  readonly modelId: string;
  /** Where it is: its port on USB, an address on a network; '' where that is not known. */
  readonly address: string;
  readonly present: boolean;
  /** Named by configuration, or a driver has it: it has rows. */
  readonly adopted: boolean;
  /** The package that was chosen for it, '' for none. */
  readonly driver: string;
  /** 3 for its id, 2 for its model, 1 for its transport, 0 for none or for a wildcard. */
  readonly score: number;
  /** Why this driver, or why none, in words. */
  readonly reason: string;
  /** Epoch milliseconds; undefined: never. */
  readonly firstSeenMs: number | undefined;
  /** When it went, epoch milliseconds; undefined while it is there. */
  readonly lastSeenMs: number | undefined;
}
/** A driver package that could be read. */
export interface DriverType {
  readonly name: string;
  readonly kind: string;
  readonly transports: readonly string[];
  /** JSON Schema of its configuration: of its manifest, any object where that says nothing. */
  readonly configSchema: Fields;
  /** As the configuration file has it, with the defaults of the schema. */
  readonly config: Fields;
}
export interface Drivers {
  readonly types: readonly DriverType[];
  readonly choices: readonly DriverChoice[];
  readonly found: readonly FoundDevice[];
  /** Looks for devices now: on USB at once, and every driver for one of these transports is asked. None: all. */
  scan(transports: readonly string[]): void;
  /**
   * Opens its devices with this configuration from now on, those that are open anew: what it drives fades out and in.
   * Answers why it stays as it is, in words; '' where it is taken.
   */
  reconfigure(name: string, config: Fields): string;
  /** With a reason it opens nothing until this is called without one. A mixer is never switched off. */
  switchOff(name: string, reason?: string): void;
  /** The built-in processors of the mixer, from its manifest: known before any driver runs. */
  readonly processors: readonly ProcessorDescription[];
  onChange(listener: () => void): () => void;
}
export const Drivers: Token<Drivers> = token<Drivers>('core.drivers');

/** Facts about this start. */
export interface About {
  readonly version: string;
  /** ISO 8601 */
  readonly startedAt: string;
  /** Changes with each start; part of every event id. */
  readonly epoch: string;
  readonly stateFolder: string;
  /** Where the configuration file is, absolute. */
  readonly configFolder: string;
}
export const About: Token<About> = token<About>('core.about');

/** The entry of this provider in providers.config.json, `{}` where it has none. Checked against `config` of the provider. */
export type Settings = Fields;

export type { At, BandsPerOctave };
