// The control loop of one target: writes desired values, reads observed ones, writes again where they differ, and reports
// refused values as a warning.

import { grantedOf } from '../base/time.ts';
import type { Reading } from '../driver.ts';
import type { Fields } from '../rows/definitions.ts';
import type { Time, Warnings } from '../services.ts';
import type { Corrections } from './corrections.ts';
import type { TargetedValue } from './desired-value.ts';
import { type FieldStatus, shown } from './field-status.ts';
import type { ObservedValues } from './observed-values.ts';
import { ReconcileStatus } from './reconcile-status.ts';
import type { Target } from './target.ts';

/** After so many beats without an answer a target is unreadable: a warning names it, and the barrier no longer waits. */
const mostSilentBeats = 3;
/** Of granted time, without an answer: less is no missed beat. */
const leastSilentMs = 250;
const mostNamed = 5;
/** Refused values in the data of the warning, the newest. */
const mostListed = 64;

const asData = ({ desired, refusal }: FieldStatus) => ({ path: desired.path, field: desired.field, reason: refusal });

export interface TargetControllerNeeds {
  readonly observed: ObservedValues;
  readonly time: Time;
  readonly warnings: Warnings;
  readonly corrections: Corrections;
  /** The current revision of the desk. */
  readonly revision: () => number;
  /** Called after each report; `isFull`: with all values of the target. */
  readonly reported: (target: string, values: readonly Reading[], isFull: boolean) => void;
}

export class TargetController {
  readonly target: Target;
  readonly #needs: TargetControllerNeeds;
  #status: ReconcileStatus | undefined;
  #isReadable = true;
  /** Every answer so far arrived: a delta is enough for the next. */
  #isInStep = false;
  #silentBeats = 0;
  /** The question under way; an answer to an earlier one is dropped. */
  #question: object | undefined;
  /** When it was asked, or missed last, in granted time. */
  #questionMs = 0;
  #askedMs: number | undefined;
  #refusals = '';
  /** The time of the next try of refused values, monotonic milliseconds. */
  #dueMs: number | undefined;
  #stopRetry: (() => void) | undefined;

  constructor(target: Target, needs: TargetControllerNeeds) {
    this.target = target;
    this.#needs = needs;
  }

  /** Undefined while the target is absent. */
  get status(): ReconcileStatus | undefined {
    return this.#status;
  }

  /** The revision that this target has settled; undefined while absent or unreadable. */
  get settledRevision(): number | undefined {
    return this.#isReadable ? this.#status?.settledRevision(this.#needs.revision()) : undefined;
  }

  /** When the target was asked for its newest answer, monotonic milliseconds; undefined while absent, and before the first. */
  get askedMs(): number | undefined {
    return this.#askedMs;
  }

  /**
   * The target appeared, and gets the complete desired state. Each value that changes thereby is a correction on a target
   * with an applied revision, and none on a target that starts.
   */
  present(values: readonly TargetedValue[]): void {
    const revision = this.#needs.revision();
    const status = this.#newStatus();
    for (const desired of values) status.set(desired, revision);
    // Asked before the write, hence answered with the values from before the write.
    this.#isInStep = false;
    this.#read((before, values) => {
      if (before > 0) status.compareBefore(values);
      status.absorb(before, values);
    });
    this.write(values);
    // An empty block, too, completes the state.
    if (values.length === 0) this.target.apply(revision, []);
  }

  absent(): void {
    this.stop();
    this.#readable();
    this.#reportRefusals();
    this.#needs.observed.forget(this.target.name);
  }

  observed(revision: number, values: readonly Reading[]): void {
    this.#show(revision, values);
    this.#status?.absorb(revision, values);
    this.#afterReport();
    this.#needs.reported(this.target.name, values, false);
  }

  /** Compares desired and observed values. Calls `done` with the answer, or at once while an earlier answer is due. */
  beat(done: () => void): void {
    const status = this.#status;
    if (status === undefined) {
      done();
      return;
    }
    if (this.#question !== undefined) {
      const nowMs = grantedOf(this.#needs.time).monotonicMs();
      // A process that gets no processor is no silent target.
      if (nowMs - this.#questionMs < leastSilentMs) {
        done();
        return;
      }
      this.#questionMs = nowMs;
      this.#missed('it does not answer');
      // The answer may be lost.
      if (this.#silentBeats % mostSilentBeats !== 0) {
        done();
        return;
      }
    }
    const askedAt = status.writes;
    this.#read((revision, values) => {
      this.write(status.compare(revision, values, askedAt));
    }, done);
  }

  /** Writes one block. `fadeMs`: the duration of the fade of levels. */
  write(values: readonly TargetedValue[], fadeMs?: number): void {
    if (values.length === 0) return;
    this.#status?.wrote(values);
    this.target.apply(
      this.#needs.revision(),
      fadeMs === undefined ? values : values.map((value) => ({ ...value, fadeMs })),
    );
  }

  stop(): void {
    this.#stopRetry?.();
    this.#dueMs = undefined;
    this.#status = undefined;
    this.#question = undefined;
    this.#askedMs = undefined;
  }

  #newStatus(): ReconcileStatus {
    const { observed, time, corrections } = this.#needs;
    const status = new ReconcileStatus(
      this.target.name,
      observed,
      () => time.monotonicMs(),
      (correction) => corrections.add({ at: new Date(time.now()).toISOString(), ...correction }),
    );
    this.#status = status;
    return status;
  }

  #read(use: (revision: number, values: readonly Reading[]) => void, done: () => void = () => {}): void {
    const question = {};
    const askedMs = this.#needs.time.monotonicMs();
    this.#question = question;
    this.#questionMs = grantedOf(this.#needs.time).monotonicMs();
    const isMine = () => {
      const mine = this.#question === question;
      if (mine) this.#question = undefined;
      return mine;
    };
    const what = this.#isInStep ? 'delta' : 'full';
    this.target.observe(what).then(
      ({ revision, values }) => {
        if (!isMine()) return;
        if (what === 'full') this.#isInStep = true;
        this.#askedMs = askedMs;
        this.#readable();
        this.#show(revision, values);
        use(revision, values);
        this.#afterReport();
        this.#needs.reported(this.target.name, values, what === 'full');
        done();
      },
      (error: unknown) => {
        if (!isMine()) return;
        this.#missed(error instanceof Error ? error.message : String(error));
        done();
      },
    );
  }

  #show(revision: number, values: readonly Reading[]): void {
    const status = this.#status;
    // Each value of a moving fader passes here, and refusals are rare.
    const isRefusing = status !== undefined && status.refusals.all.size > 0;
    const rows = isRefusing ? values.map((value) => shown(status.get(value.path, value.field), value)) : values;
    this.#needs.observed.report(this.target.name, revision, rows);
  }

  #afterReport(): void {
    this.#reportRefusals();
    const due = this.#status?.refusals.nextDueMs;
    if (due === this.#dueMs) return;
    this.#stopRetry?.();
    this.#dueMs = due;
    if (due === undefined) return;
    this.#stopRetry = this.#needs.time.after(Math.max(0, due - this.#needs.time.monotonicMs()), () => {
      this.#dueMs = undefined;
      this.write(this.#status?.refusals.takeDue() ?? []);
      this.#afterReport();
    });
  }

  #missed(reason: string): void {
    this.#isInStep = false;
    this.#silentBeats++;
    if (this.#silentBeats < mostSilentBeats) return;
    this.#isReadable = false;
    this.#warn('unreadable', `${this.target.name} can not be read`, `What it has is not known: ${reason}.`, '');
  }

  #readable(): void {
    if (this.#silentBeats > 0) this.#status?.answersAgain();
    if (!this.#isReadable) this.#needs.warnings.clear(this.#idOf('unreadable'));
    this.#isReadable = true;
    this.#silentBeats = 0;
  }

  #reportRefusals(): void {
    const refused = [...(this.#status?.refusals.all ?? [])];
    const lines = refused.map(({ desired, refusal }) => `${desired.path} ${desired.field}: ${refusal}`);
    if (lines.join('; ') === this.#refusals) return;
    this.#refusals = lines.join('; ');
    const more = lines.length > mostNamed ? `; and ${lines.length - mostNamed} more` : '';
    const text = lines.slice(0, mostNamed).join('; ') + more;
    const [first] = refused;
    if (first === undefined) this.#needs.warnings.clear(this.#idOf('refused'));
    else {
      const title = `${this.target.name} refuses what is wanted`;
      this.#warn('refused', title, `${text}.`, first.desired.path, { refused: refused.slice(-mostListed).map(asData) });
    }
  }

  #warn(code: string, title: string, detail: string, path: string, facts: Fields = {}): void {
    const titleCode = { code: `target-${code}`, params: { target: this.target.name, ...facts } };
    this.#needs.warnings.raise({ id: this.#idOf(code), title, titleCode, detail, severity: 'warning', path });
  }

  #idOf(code: string): string {
    return `${code}-${this.target.name.replace(/[^A-Za-z0-9._~-]/g, '-')}`.slice(0, 64);
  }
}
