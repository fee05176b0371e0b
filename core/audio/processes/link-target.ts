// A target at the far end of a link. It outlives driver processes: `attach` makes it present, `detach` absent.

import { nextTurn } from '../../base/steps.ts';
import type { Observation, Reading } from '../../driver.ts';
import type { DesiredValue, Target, TargetEvents } from '../../reconcile/target.ts';
import { matches } from '../../rows/matches.ts';
import { settlesMsOf } from '../../rows/settling.ts';
import type { Time } from '../../services.ts';
import type { ObservedFrame } from '../link/values.ts';

/** A desk that applies nothing for this long after `present` has no desired value that differs. */
const silenceMs = 1000;

/** More values are encoded in a turn of their own: it takes as long as what made them. */
const mostInTurn = 1000;

/** Called once the fields have changed, or never will: for how long the rows' sound is unfit from now on. */
export type Settle = (settlingMs: number) => void;

/**
 * Called with the addresses of rows one of whose fields with `settlesMs` is to change. Resolves when their sound is muted;
 * it stays muted until the resolved function is called and the time that it is given is over. When it rejects, the fields
 * change at once.
 */
export type BeforeSwitch = (paths: readonly string[]) => Promise<Settle>;

/** What a target needs of the link that it is attached to. */
export interface TargetLink {
  apply(target: number, sequence: number, revision: number, complete: boolean, values: readonly DesiredValue[]): void;
  observe(target: string, what: 'full' | 'delta'): Promise<Observation>;
}

interface Attachment {
  readonly link: TargetLink;
  readonly number: number;
  /** The observed values until the complete state is applied: only differences are written. */
  found: Map<string, Reading> | undefined;
  /** False: the target could not be observed. */
  readonly wasRead: boolean;
  stopWaiting: () => void;
}

export class LinkTarget implements Target {
  readonly name: string;
  readonly #time: Time;
  readonly #settled: () => void;
  readonly #beforeSwitch: BeforeSwitch | undefined;
  #events: TargetEvents | undefined;
  #attachment: Attachment | undefined;
  /** Unsent, by address and field: the newest wins. */
  readonly #unsent = new Map<string, DesiredValue>();
  #unsentRevision: number | undefined;
  #sequence = 0;
  /** The block that is not acknowledged yet. Only one is under way, so that newer values replace older ones unsent. */
  #underWay: number | undefined;
  #completeSequence: number | undefined;
  #isSettled = false;
  #attempts = 0;
  #needsSettlingMs = 0;
  #isSilencing = false;
  /** Rows that are muted while they change, and the functions to call after it. */
  readonly #silenced = new Set<string>();
  readonly #silencers: Settle[] = [];
  #settlingMs = 0;

  /** `settled` is called when the target acknowledges the complete state. */
  constructor(name: string, time: Time, settled: () => void = () => {}, beforeSwitch?: BeforeSwitch) {
    this.name = name;
    this.#time = time;
    this.#settled = settled;
    this.#beforeSwitch = beforeSwitch;
  }

  get isPresent(): boolean {
    return this.#attachment !== undefined;
  }

  /** True once the target has acknowledged the complete state. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** The settling time of the changes by the complete state, in milliseconds. */
  get settlingMs(): number {
    return this.#needsSettlingMs;
  }

  listen(events: TargetEvents): void {
    this.#events = events;
    if (this.isPresent) events.present();
  }

  /** A target that can't be observed gets all desired values; its controller observes again and reports the failure. */
  async attach(link: TargetLink, number: number): Promise<void> {
    this.detach('it comes again');
    const attempt = ++this.#attempts;
    const read = await link.observe(this.name, 'full').catch(() => undefined);
    if (attempt !== this.#attempts) return;
    const found = new Map((read?.values ?? []).map((value) => [keyOf(value), value]));
    const stopWaiting = this.#time.after(silenceMs, () => this.apply(read?.revision ?? 0, []));
    this.#attachment = { link, number, found, wasRead: read !== undefined, stopWaiting };
    this.#events?.present();
  }

  detach(reason: string): void {
    this.#attempts += 1;
    if (!this.#attachment) return;
    this.#attachment.stopWaiting();
    this.#attachment = undefined;
    this.#unsent.clear();
    this.#unsentRevision = undefined;
    this.#underWay = undefined;
    this.#completeSequence = undefined;
    this.#isSettled = false;
    this.#needsSettlingMs = 0;
    this.#isSilencing = false;
    this.#settle();
    this.#events?.absent(reason);
  }

  apply(revision: number, values: readonly DesiredValue[]): void {
    if (!this.#attachment) return;
    for (const value of values) this.#unsent.set(keyOf(value), value);
    this.#unsentRevision = Math.max(revision, this.#unsentRevision ?? 0);
    if (this.#unsent.size <= mostInTurn) this.#flush();
    else void nextTurn().then(() => this.#flush());
  }

  async observe(what: 'full' | 'delta'): Promise<Observation> {
    if (!this.#attachment) throw new Error(`the target ${this.name} is absent`);
    const { revision, values } = await this.#attachment.link.observe(this.name, what);
    return { revision, values };
  }

  /** A frame from the link for this target. */
  take({ purpose, sequence, revision, values }: ObservedFrame): void {
    if (!this.#attachment) return;
    if (purpose === 'changedOnDevice') {
      this.#events?.changedOnDevice(values);
      return;
    }
    if (values.length > 0 || sequence === 0) this.#events?.observed(revision, values);
    if (sequence === 0 || sequence !== this.#underWay) return;
    this.#underWay = undefined;
    this.#settle();
    if (sequence === this.#completeSequence) {
      this.#isSettled = true;
      this.#settled();
    }
    this.#flush();
  }

  #flush(): void {
    const attachment = this.#attachment;
    const revision = this.#unsentRevision;
    if (!attachment || revision === undefined || this.#underWay !== undefined || this.#isSilencing) return;
    const isComplete = attachment.found !== undefined;
    const values = [...this.#unsent.values()].filter((value) => differs(value, attachment.found));
    if (this.#silence(attachment, values)) return;
    this.#settlingMs = settlingMs(values);
    if (isComplete) this.#needsSettlingMs = this.#settlingMs;
    attachment.found = undefined;
    attachment.stopWaiting();
    this.#unsent.clear();
    this.#unsentRevision = undefined;
    this.#sequence = (this.#sequence + 1) >>> 0 || 1;
    this.#underWay = this.#sequence;
    if (isComplete) this.#completeSequence = this.#sequence;
    attachment.link.apply(attachment.number, this.#sequence, revision, isComplete, values);
  }

  /**
   * True while the sound of a changing row is not muted yet; newer values join the waiting ones. A target that can't be
   * observed keeps the complete state for later, and switches nothing now: what differs then is written again.
   */
  #silence(attachment: Attachment, values: readonly DesiredValue[]): boolean {
    if (!this.#beforeSwitch || (attachment.found !== undefined && !attachment.wasRead)) return false;
    const paths = new Set(values.filter((value) => settlingMs([value]) > 0).map(({ path }) => path));
    const audible = [...paths].filter((path) => !this.#silenced.has(path));
    if (audible.length === 0) return false;
    this.#isSilencing = true;
    const go = (settle?: Settle) => {
      if (this.#attachment !== attachment) {
        settle?.(0);
        return;
      }
      for (const path of audible) this.#silenced.add(path);
      if (settle) this.#silencers.push(settle);
      this.#isSilencing = false;
      this.#flush();
    };
    this.#beforeSwitch(audible).then(go, () => go());
    return true;
  }

  #settle(): void {
    for (const settle of this.#silencers.splice(0)) settle(this.#settlingMs);
    this.#silenced.clear();
    this.#settlingMs = 0;
  }
}

function keyOf({ path, field }: { readonly path: string; readonly field: string }): string {
  return `${path} ${field}`;
}

/** A value that can't be read back is written again. */
function differs(desired: DesiredValue, found: ReadonlyMap<string, Reading> | undefined): boolean {
  const has = found?.get(keyOf(desired));
  return has?.state !== 'applied' || !matches(desired.value, has.value, desired.field, desired.schema ?? {});
}

/** The longest of them. */
function settlingMs(values: readonly DesiredValue[]): number {
  return values.reduce((longestMs, { schema }) => Math.max(longestMs, settlesMsOf(schema ?? {})), 0);
}
