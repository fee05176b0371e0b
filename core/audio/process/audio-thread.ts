// How the kernel schedules the audio thread: read each second, for rows tell what is, not what the driver asked for. A thread that lost its
// real-time policy gets it again.
import type { Native } from './native.ts';

const intervalMs = 1000;

export type Scheduling = NonNullable<ReturnType<Native['scheduling']>>;
type SchedulingNative = Pick<Native, 'scheduling' | 'schedule'>;

export class AudioThread {
  readonly #native: SchedulingNative;
  #id = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #now: Scheduling | undefined;
  /** The best that it had. */
  #due: Scheduling | undefined;
  #reason = '';

  constructor(native: SchedulingNative) {
    this.#native = native;
  }

  /** `id`: of the thread, 0 for none or of a driver that does not say. True where there is something new. */
  look(id: number, nowMs: number): boolean {
    if (id === this.#id && nowMs - this.#lookedMs < intervalMs) return false;
    const before = [this.#now?.policy, this.#now?.priority, this.#reason].join();
    if (id !== this.#id) this.#due = undefined;
    this.#id = id;
    this.#lookedMs = nowMs;
    this.#now = id === 0 ? undefined : (this.#native.scheduling(id) ?? undefined);
    this.#keep();
    return before !== [this.#now?.policy, this.#now?.priority, this.#reason].join();
  }

  /** Undefined for a driver that does not say which thread is its own. */
  get scheduling(): Scheduling | undefined {
    return this.#now;
  }

  /** For the operator; '' where nothing is wrong. */
  get reason(): string {
    return this.#reason;
  }

  #keep(): void {
    const [now, due] = [this.#now, this.#due];
    if (now === undefined) {
      this.#reason = '';
    } else if (due === undefined || rank(now) >= rank(due)) {
      this.#due = now;
      // The warning stays for the time of a look, that the loss is not missed.
      this.#reason = '';
    } else {
      const failure = this.#native.schedule(this.#id, due.policy, due.priority);
      const done = failure === '' ? 'it is set again' : `it can't be set again: ${failure}`;
      this.#reason = `the audio thread ran with ${wordsOf(now)} instead of ${wordsOf(due)}: another program took it; ${done}`;
    }
  }
}

/** Real time before anything else, then by priority. */
const rank = ({ policy, priority }: Scheduling): number =>
  policy === 'SCHED_FIFO' || policy === 'SCHED_RR' ? 100 + priority : policy === 'SCHED_OTHER' ? 1 : 0;

const wordsOf = ({ policy, priority }: Scheduling) => (priority === 0 ? policy : `${policy} ${priority}`);
