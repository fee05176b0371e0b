// Follows one target: writes what is wanted, reads what it has, writes again what differs, and says what it can't have.
import type { Fields } from '../rows/definitions.ts';
import type { Time, Warnings } from '../services.ts';
import type { Corrections } from './corrections.ts';
import type { DesiredValue } from './desired-value.ts';
import { type FieldStatus, shown } from './field-status.ts';
import type { ObservedValues } from './observed-values.ts';
import { ReconcileStatus } from './reconcile-status.ts';
import type { Observed, Target } from './target.ts';

/** After so many beats without an answer a target counts as unreadable: it is reported and holds the barrier no more. */
const mostSilentBeats = 3;
const mostNamed = 5;
/** Of those that are refused the newest, as data. */
const mostListed = 64;

const asData = ({ wish, refusal }: FieldStatus) => ({ path: wish.path, field: wish.field, reason: refusal });

export interface TargetControllerNeeds {
  readonly observed: ObservedValues;
  readonly time: Time;
  readonly warnings: Warnings;
  readonly corrections: Corrections;
  /** The desk's revision now. */
  readonly revision: () => number;
}

export class TargetController {
  readonly target: Target;
  readonly #needs: TargetControllerNeeds;
  #ledger: ReconcileStatus | undefined;
  #isReadable = true;
  /** Every answer so far arrived: what it told last is what it has, but for its news. */
  #isInStep = false;
  #silentBeats = 0;
  /** The question under way; an answer to another one comes too late. */
  #question: object | undefined;
  #refusals = '';
  /** When refused values are tried again, monotonic milliseconds. */
  #dueMs: number | undefined;
  #stopRetry: (() => void) | undefined;

  constructor(target: Target, needs: TargetControllerNeeds) {
    this.target = target;
    this.#needs = needs;
  }

  /** Undefined while the target is absent. */
  get ledger(): ReconcileStatus | undefined {
    return this.#ledger;
  }

  /** The revision that this target is known to have; undefined where it has no say. */
  get settledRevision(): number | undefined {
    return this.#isReadable ? this.#ledger?.settledRevision(this.#needs.revision()) : undefined;
  }

  /**
   * It came: everything is wanted of it. What that changes in a target that was at work for a desk is a correction; the
   * first complete state of one that begins, or begins anew, is none.
   */
  present(wishes: readonly DesiredValue[]): void {
    const revision = this.#needs.revision();
    const ledger = this.#newLedger();
    for (const wish of wishes) ledger.set(wish, revision);
    // Asked first, answered first: this is what it had before it got the complete state.
    this.#isInStep = false;
    this.#read((before, values) => {
      if (before > 0) ledger.compareBefore(values);
      ledger.absorb(before, values);
    });
    this.write(wishes);
    // Also when nothing is wanted: this says that it was all.
    if (wishes.length === 0) this.target.want(revision, []);
  }

  absent(): void {
    this.stop();
    this.#readable();
    this.#reportRefusals();
    this.#needs.observed.forget(this.target.name);
  }

  observed(revision: number, values: readonly Observed[]): void {
    this.#show(revision, values);
    this.#ledger?.absorb(revision, values);
    this.#afterReport();
  }

  /** Compares what is wanted with what is there; `done` is called when it has answered, or at once where it has not. */
  beat(done: () => void): void {
    const ledger = this.#ledger;
    if (ledger === undefined) {
      done();
      return;
    }
    if (this.#question !== undefined) {
      this.#missed('it does not answer');
      // An answer may be lost: then ask again.
      if (this.#silentBeats % mostSilentBeats !== 0) {
        done();
        return;
      }
    }
    const askedAt = ledger.writes;
    this.#read((revision, values) => {
      this.write(ledger.compare(revision, values, askedAt));
    }, done);
  }

  /** As one block. `fadeMs`: how long levels move. */
  write(wishes: readonly DesiredValue[], fadeMs?: number): void {
    if (wishes.length === 0) return;
    this.#ledger?.wrote(wishes);
    this.target.want(
      this.#needs.revision(),
      fadeMs === undefined ? wishes : wishes.map((wish) => ({ ...wish, fadeMs })),
    );
  }

  stop(): void {
    this.#stopRetry?.();
    this.#dueMs = undefined;
    this.#ledger = undefined;
    this.#question = undefined;
  }

  #newLedger(): ReconcileStatus {
    const { time, corrections } = this.#needs;
    const ledger = new ReconcileStatus(
      this.target.name,
      () => time.monotonicMs(),
      (correction) => corrections.add({ at: new Date(time.now()).toISOString(), ...correction }),
    );
    this.#ledger = ledger;
    return ledger;
  }

  #read(use: (revision: number, values: readonly Observed[]) => void, done: () => void = () => {}): void {
    const question = {};
    this.#question = question;
    const isMine = () => {
      const mine = this.#question === question;
      if (mine) this.#question = undefined;
      return mine;
    };
    const what = this.#isInStep ? 'news' : 'all';
    this.target.observe(what).then(
      ({ revision, values }) => {
        if (!isMine()) return;
        if (what === 'all') this.#isInStep = true;
        this.#readable();
        this.#show(revision, values);
        use(revision, values);
        this.#afterReport();
        done();
      },
      (error: unknown) => {
        if (!isMine()) return;
        this.#missed(error instanceof Error ? error.message : String(error));
        done();
      },
    );
  }

  #show(revision: number, values: readonly Observed[]): void {
    const ledger = this.#ledger;
    // Hardly ever is anything refused, and each value that a fader takes is reported.
    const isRefusing = ledger !== undefined && ledger.refused.size > 0;
    const rows = isRefusing ? values.map((value) => shown(ledger.get(value.path, value.field), value)) : values;
    this.#needs.observed.report(this.target.name, revision, rows);
  }

  #afterReport(): void {
    this.#reportRefusals();
    const due = this.#ledger?.nextDueMs;
    if (due === this.#dueMs) return;
    this.#stopRetry?.();
    this.#dueMs = due;
    if (due === undefined) return;
    this.#stopRetry = this.#needs.time.after(Math.max(0, due - this.#needs.time.monotonicMs()), () => {
      this.#dueMs = undefined;
      this.write(this.#ledger?.takeDue() ?? []);
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
    if (!this.#isReadable) this.#needs.warnings.clear(this.#idOf('unreadable'));
    this.#isReadable = true;
    this.#silentBeats = 0;
  }

  #reportRefusals(): void {
    const refused = [...(this.#ledger?.refused ?? [])];
    const lines = refused.map(({ wish, refusal }) => `${wish.path} ${wish.field}: ${refusal}`);
    if (lines.join('; ') === this.#refusals) return;
    this.#refusals = lines.join('; ');
    const more = lines.length > mostNamed ? `; and ${lines.length - mostNamed} more` : '';
    const text = lines.slice(0, mostNamed).join('; ') + more;
    const [first] = refused;
    if (first === undefined) this.#needs.warnings.clear(this.#idOf('refused'));
    else {
      const title = `${this.target.name} refuses what is wanted`;
      this.#warn('refused', title, `${text}.`, first.wish.path, { refused: refused.slice(-mostListed).map(asData) });
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
