// Admits commits. Refuses: locked fields, a failed precondition, values outside their contract, vetoes of validators. A
// change for safety (a panic) passes no validator, and no change that it implies can block it. A commit of the changes
// that were rehearsed just before, in the same tick, takes the draft of the rehearsal.

import { Faults } from '../base/fault-log.ts';
import { Refusal } from '../base/refusals.ts';
import { atOnce, type Steps } from '../base/steps.ts';
import type { Change, DeskReader } from '../rows/definitions.ts';
import { ifMatchHolds } from '../rows/etag.ts';
import type { CommitRequest, Locked, Log } from '../services.ts';
import type { Effect } from './commit-effects.ts';
import { conflictingParts } from './conflicting-parts.ts';
import {
  type Draft,
  type DraftChange,
  draftInSteps,
  draftOf,
  type Implying,
  type PlacedChange,
  placed,
} from './draft.ts';
import { lockRefusal } from './lock.ts';
import type { Memory } from './memory.ts';
import { PreparedCommits } from './prepared-commits.ts';
import type { Reads, Validation } from './validation.ts';

export interface AdmissionNeeds {
  readonly memory: Memory;
  readonly validation: Validation;
  readonly log: Log;
  readonly etagOf: (path: string) => string;
  readonly revision: () => number;
  /** Another text once anything has changed that checks may read. */
  readonly state: () => string;
  readonly locked: () => Locked;
  readonly validate: (after: DeskReader, before: DeskReader, paths: readonly string[]) => void;
}

/** A draft that passed all checks, and the addresses that its checks read. */
interface Checked {
  readonly draft: Draft;
  readonly reads: Reads;
}

export interface Admitted extends Checked {
  /** The requested changes that end fades under way; none for a commit with a fade. */
  readonly endsFadesOf: readonly Change[];
  /** Of a commit that was prepared. */
  readonly effect?: Effect;
}

interface Rehearsed extends Checked {
  readonly isExact: boolean;
}

/** Requested changes between two steps. */
const changesPerStep = 1024;

const everything: Implying = () => true;
const nothing: Implying = () => false;

export class CommitAdmission {
  readonly #needs: AdmissionNeeds;
  readonly #faults: Faults;
  /** Until the next commit, and the end of the tick: nothing that the draft was made from has changed. */
  #rehearsed: Rehearsed | undefined;
  readonly #prepared: PreparedCommits;

  constructor(needs: AdmissionNeeds) {
    this.#needs = needs;
    this.#faults = new Faults(needs.log);
    this.#prepared = new PreparedCommits(needs, (request) => this.#admitted(request, request.exact === true, false));
  }

  /** Checks a commit that comes in a later turn, see `PreparedCommits`. Throws as `admit`. */
  prepare(request: CommitRequest): Steps<void> {
    return this.#prepared.prepare(request);
  }

  /** Validators may know more than the desk does: they are asked again. */
  #preparedFor(request: CommitRequest): Admitted | undefined {
    const { memory, locked, validate } = this.#needs;
    const prepared = this.#prepared.take(request);
    if (prepared === undefined || locked() !== 'none') return undefined;
    this.#checkIfMatch(request);
    const paths = prepared.effect.made.map(({ path }) => path);
    if (paths.length > 0) validate(prepared.draft.overlay, memory, paths);
    return prepared;
  }

  /** Throws Refusal, and exceptions of rows. `isExact`: no implied changes. */
  admit(request: CommitRequest, isExact: boolean): Admitted {
    const prepared = this.#preparedFor(request);
    if (prepared !== undefined) return prepared;
    const rehearsed = this.#rehearsed;
    this.#rehearsed = undefined;
    const isKnown = rehearsed?.isExact === isExact && this.#needs.locked() === 'none' && isOf(request, rehearsed);
    if (!isKnown) return atOnce(this.#admitted(request, isExact, false));
    this.#checkIfMatch(request);
    const { draft, reads } = rehearsed;
    return { draft, reads, endsFadesOf: atOnce(endsFadesOf(request, draft.asked)) };
  }

  /** As `admit`, for no commit, in steps between which the desk must not change. `lowersAsked`: see DraftOptions. */
  *rehearse(request: CommitRequest, isExact: boolean, lowersAsked: boolean): Steps<Draft> {
    this.#rehearsed = undefined;
    const state = this.#needs.state();
    const { draft, reads } = yield* this.#admitted(request, isExact, lowersAsked);
    if (state !== this.#needs.state()) return draft;
    this.#rehearsed = { draft, reads, isExact };
    queueMicrotask(() => {
      this.#rehearsed = undefined;
    });
    return draft;
  }

  *#admitted(request: CommitRequest, isExact: boolean, lowersAsked: boolean): Steps<Admitted> {
    const { memory, validation, validate } = this.#needs;
    this.#checkIfMatch(request);
    const asked = placed(request.changes, memory);
    this.#checkLock(request, asked);
    const ended = yield* endsFadesOf(request, asked);
    if (this.#isForSafety(asked)) return { ...this.#forSafety(asked, isExact), endsFadesOf: ended };
    const draft = yield* draftInSteps(asked, memory, { implying: isExact ? nothing : everything, lowersAsked });
    const paths = draft.touched.map(({ place }) => place.path);
    if (paths.length === 0) return { draft, endsFadesOf: ended, reads: new Map() };
    const reads = yield* validation.checkInSteps(draft);
    validate(draft.overlay, memory, paths);
    return { draft, endsFadesOf: ended, reads };
  }

  /** The lock's refusal of a change by this actor; undefined if the change is allowed. Throws refusal `unknown-row`. */
  lockOn(change: Change, actor: string): Refusal | undefined {
    const locked = this.#needs.locked();
    return locked === 'none' ? undefined : lockRefusal(locked, actor, this.#needs.memory.locate(change.path), change);
  }

  #checkIfMatch({ ifMatch }: CommitRequest): void {
    if (ifMatch === undefined) return;
    const etag = this.#needs.etagOf(ifMatch.path);
    if (ifMatchHolds(ifMatch.etag, etag)) return;
    throw new Refusal('precondition-failed', `${ifMatch.path} has changed; its version is ${etag} now.`, { etag });
  }

  #checkLock({ actor, despiteLock = false }: CommitRequest, asked: readonly PlacedChange[]): void {
    const locked = despiteLock ? 'none' : this.#needs.locked();
    if (locked === 'none') return;
    for (const change of asked) {
      const refusal = lockRefusal(locked, actor, change.place, change);
      if (refusal !== undefined) throw refusal;
    }
  }

  #isForSafety(asked: readonly PlacedChange[]): boolean {
    const { memory } = this.#needs;
    const isSafety = ({ place, field }: PlacedChange) => memory.fieldsAt(place, memory).get(field)?.life === 'safety';
    return asked.length > 0 && asked.every(isSafety);
  }

  /** Leaves out implied changes that fail: no other row may keep the desk from silence. */
  #forSafety(changes: readonly PlacedChange[], isExact: boolean): Checked {
    const { memory, validation, log } = this.#needs;
    const attempt = (following: readonly Change[], implying: Implying): Checked => {
      // A requested change overrides an implied one of the same field.
      const draft = draftOf([...placed(following, memory), ...changes], memory, { implying });
      return { draft, reads: validation.check(draft, true) };
    };
    if (isExact) return attempt([], nothing);
    try {
      return attempt([], everything);
    } catch {
      let admitted = attempt([], nothing);
      const asked = new Set(admitted.draft.touched.map(({ place }) => place.path));
      const elsewhere: Implying = ({ path }) => !asked.has(path);
      const fits = (following: readonly Change[]) => {
        admitted = attempt(following, elsewhere);
      };
      // The last set that fits is the largest.
      const leftOut = conflictingParts(this.#followingFrom(admitted.draft), (some) =>
        this.#faults.refusalOf('what follows from a change for safety', () => fits(some)),
      );
      for (const [{ path, field }, { code, message }] of leftOut) {
        log.error({ path, field, code, detail: message }, 'What would follow from a change for safety is left out');
      }
      return admitted;
    }
  }

  /** The changes that the rows imply from the requested ones. */
  #followingFrom({ overlay, touched }: Draft): readonly Change[] {
    const { memory } = this.#needs;
    const changes = touched.flatMap((row) => row.changes);
    return changes.flatMap(({ place: { row, at, path }, field, value }) => {
      try {
        return [...(row.implies?.({ path, at, field, value }, overlay, memory) ?? [])];
      } catch (error) {
        this.#faults.note(error, `what follows from ${path} ${field}`);
        return [];
      }
    });
  }
}

function* endsFadesOf(
  { fade }: CommitRequest,
  asked: readonly Pick<DraftChange, 'place' | 'field' | 'value'>[],
): Steps<readonly Change[]> {
  if (fade !== undefined) return [];
  const changes: Change[] = [];
  for (const { place, field, value } of asked) {
    if (changes.push({ path: place.path, field, value }) % changesPerStep === 0) yield;
  }
  return changes;
}

/** True if the draft is of exactly these changes: those of a plan, each with the value to which the plan lowered it. */
function isOf({ changes }: CommitRequest, { draft: { asked } }: Rehearsed): boolean {
  return (
    changes.length === asked.length &&
    changes.every(({ path, field, value }, index) => {
      const change = asked[index] as DraftChange;
      return change.place.path === path && change.field === field && Object.is(change.value, value);
    })
  );
}
