// The desk: all settings in memory, and the only way to change them. Each commit takes a revision; what it changes goes to the
// targets, to the store and to those who watch.
import { Faults } from '../base/fault-log.ts';
import type { Refusal } from '../base/refusals.ts';
import { atOnce, inTurns, type Steps } from '../base/steps.ts';
import type { Change, DeskReader, Fields } from '../rows/definitions.ts';
import type { ObservedReports, ObservedState } from '../rows/observed-state.ts';
import { type Registry, unknownRow } from '../rows/registry.ts';
import type { RowRef, SettingPlace } from '../rows/row-ref.ts';
import type { CommitRequest, Committed, Locked, Log, Time, Warnings } from '../services.ts';
import { Saver } from '../store/saver.ts';
import type { Store } from '../store/store.ts';
import { CommitAdmission } from './admission.ts';
import type { Commit, CommitLog, HistoryMove, Rehearsal, StoredBeside } from './commit.ts';
import { effectOf, logCommit } from './commit-effects.ts';
import { CommitListeners } from './commit-listeners.ts';
import { ComparedReports } from './compared-reports.ts';
import { stateOf } from './desk-state.ts';
import { DocumentShelf } from './documents.ts';
import { reportDormant } from './dormant.ts';
import { Memory } from './memory.ts';
import { revisionAt } from './row-revision.ts';
import { Validation } from './validation.ts';

export type { AppliedChange, Commit, HistoryMove, Rehearsal, StoredBeside } from './commit.ts';

export interface DeskOptions {
  readonly registry: Registry;
  readonly store: Store;
  readonly observed: ObservedReports;
  readonly time: Time;
  readonly warnings: Warnings;
  readonly log: Log;
  /** The clients that the console's lock blocks now. Default: none. */
  readonly locked?: () => Locked;
  /** Throws Refusal to forbid a commit that every touched row allows. */
  readonly validate?: (after: DeskReader, before: DeskReader, paths: readonly string[]) => void;
  readonly history: CommitLog;
}

export class DeskCore {
  readonly observed: ObservedState;
  readonly history: CommitLog;
  readonly documents: DocumentShelf;
  readonly #options: DeskOptions;
  readonly #memory: Memory;
  readonly #validation: Validation;
  readonly #admission: CommitAdmission;
  readonly #listeners: CommitListeners;
  readonly #state: () => string;
  #saver: Saver | undefined;
  #storeId = '';
  #isNew = false;
  #revision = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.history = options.history;
    this.documents = new DocumentShelf({ ...options, revision: () => this.#revision });
    this.#listeners = new CommitListeners(new Faults(options.log));
    this.#memory = new Memory(options.registry, options.log);
    this.observed = new ComparedReports(options.observed, this.#memory);
    this.#validation = new Validation(this.#memory, this.observed);
    this.#state = stateOf(options, () => this.#revision);
    this.#admission = new CommitAdmission({
      ...{ memory: this.#memory, validation: this.#validation, log: options.log },
      etagOf: (path) => this.etagOf(path),
      revision: () => this.#revision,
      state: this.#state,
      locked: options.locked ?? (() => 'none'),
      validate: options.validate ?? (() => {}),
    });
  }

  /** See `CommitAdmission.prepare`. */
  prepareInSteps = (request: CommitRequest): Steps<void> => this.#admission.prepare(request);
  prepare = (request: CommitRequest): Promise<void> => inTurns(this.prepareInSteps(request));

  /** Reads the store; commits are possible after it. Rejects with a StoreError, in words. */
  async open(): Promise<void> {
    const { store, time, warnings, log } = this.#options;
    const contents = await store.open();
    this.#storeId = contents.storeId;
    this.#isNew = contents.isNew;
    this.#revision = contents.revision;
    this.documents.load(contents.documents);
    this.history.load(contents.entries);
    this.#memory.load(contents.rows);
    const lastEntryId = Math.max(0, ...contents.entries.map(({ id }) => Number(id)));
    const { revision, unwritable: fault } = contents;
    const unwritable = fault && { revision, fault };
    this.#saver = new Saver({ store, time, warnings, log, lastEntryId, unwritable });
    reportDormant(this.#memory, { warnings, log });
    this.#validation.learnAll(log);
  }

  /** Writes everything to the store, then closes it. */
  async close(): Promise<void> {
    await this.#saver?.close();
    await this.#options.store.close();
  }

  get storeId(): string {
    return this.#storeId;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Another text once anything has changed that a plan or a check may read: a setting, a report of a target, an address. */
  get state(): string {
    return this.#state();
  }

  get isNew(): boolean {
    return this.#isNew;
  }

  /** The stored values. */
  get kept(): Pick<Memory, 'paths' | 'keptAt' | 'versionOf'> {
    return this.#memory;
  }

  read(path: string): Fields {
    return this.#memory.read(path);
  }

  has(path: string): boolean {
    return this.#memory.has(path);
  }

  readAt(place: SettingPlace): Fields {
    return this.#memory.readAt(place);
  }

  /** Throws refusal `unknown-row`. */
  etagOf(path: string): string {
    const place = this.#options.registry.locate(path);
    if (place === undefined) throw unknownRow(path);
    return this.etagAt(place);
  }

  /** Of a setting's last commit, or of the newest that an alias shows. */
  etagAt(place: RowRef): string {
    return this.#tagOf(revisionAt(place, this.#memory, this.observed));
  }

  /** In the tick of each commit, before the store and before `onCommit`: targets come first. */
  onApplied(applier: (commit: Commit) => void): () => void {
    return this.#listeners.onApplied(applier);
  }

  onCommit(listener: (revision: number, paths: readonly string[], actor: string, address: string) => void): () => void {
    return this.#listeners.onCommit(listener);
  }

  /** In the tick of the call; the promise waits for the store. `move`: an undo or redo of these entries. */
  async commit(request: CommitRequest, move?: HistoryMove): Promise<Committed> {
    const { revision, saved } = this.commitNow(request, move);
    return { revision, durable: await saved };
  }

  /** True once all commits are on the disk, false while they can't be. */
  isStored(): Promise<boolean> {
    return this.#saver?.saved() ?? Promise.resolve(false);
  }

  /**
   * As `commit`, in the tick of the call. Throws Refusal; `saved` never rejects. `beside`: in the same transaction, if the
   * commit changes something.
   *
   * Whoever reads the desk has all of a commit or nothing of it. Targets are told first, then the store, then those who
   * watch; the reconciler may bring a large commit to targets some turns later.
   */
  commitNow(
    request: CommitRequest,
    move?: HistoryMove,
    beside: StoredBeside = {},
  ): Commit & { readonly saved: Promise<boolean> } {
    if (this.#saver === undefined)
      throw new Error('The desk is not open yet: it takes no change before it has read its store.');
    const admitted = this.#admission.admit(request, request.exact ?? move !== undefined);
    const { draft, reads, endsFadesOf: asked } = admitted;
    // Undo and redo always take a revision: they move the cursor.
    if (draft.touched.length === 0 && move === undefined) {
      const nothing = { revision: this.#revision, actor: request.actor, changes: [], paths: [] };
      this.#listeners.apply({ ...nothing, asked });
      return { ...nothing, saved: this.#saver.saved() };
    }
    const revision = ++this.#revision;
    const effect = admitted.effect ?? effectOf(draft, this.#memory, revision);
    const { rows, changes, paths } = effect;
    this.#memory.take(effect.made);
    this.#validation.accept(reads);
    const logged = logCommit(this.history, request, effect, this.#options.time, move);
    const { actor, address, origin } = request;
    const commit = { revision, actor, address, changes, paths, asked, fadeMs: request.fade?.ms, origin };
    this.#listeners.apply(commit);
    const { waiting = [], ...documents } = beside;
    const asleep = waiting.map((row) => ({ ...row, revision }));
    this.#memory.load(asleep);
    const saved = this.#saver.save({ revision, rows: [...rows, ...asleep], ...logged, ...documents });
    this.#listeners.notify(commit);
    return { revision, actor, address, changes, paths, saved };
  }

  /** The effect that a commit would have now; the desk stays as it is. Throws as the commit would. `lowersAsked`: see DraftOptions. */
  rehearse(request: CommitRequest, lowersAsked = false): Rehearsal {
    return atOnce(this.rehearseInSteps(request, lowersAsked));
  }

  /** The same in steps, between which the desk must not change. */
  *rehearseInSteps(request: CommitRequest, lowersAsked = false): Steps<Rehearsal> {
    const { asked, touched } = yield* this.#admission.rehearse(request, request.exact === true, lowersAsked);
    return { asked, effect: touched.flatMap(({ changes }) => changes) };
  }

  /** Tags of another desk never match. */
  #tagOf(revision: number): string {
    return `"${this.#storeId}-${revision}"`;
  }

  /** See `CommitAdmission.lockOn`. */
  lockOn(change: Change, actor: string): Refusal | undefined {
    return this.#admission.lockOn(change, actor);
  }
}
