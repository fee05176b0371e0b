// How loud inputs are, whether a strip hears them or not: asked of the mixer while somebody wants to know.
import { type Audio, type Faults, Listeners, type Time, type Token, token } from 'rowdesk/provider';

const everyMs = 500;
/** Of a meter, which a hand sets a gain by. */
const meterMs = 100;
/** How long one sample listens. */
const sampleMs = 150;
/** What is louder is signal; dBFS. */
const hotDb = -60;

export interface HotInput {
  readonly portId: string;
  /** The peak since the last look, dBFS. */
  readonly levelDb: number;
  /** ISO 8601: since when it is hot, as far as somebody looked. */
  readonly since: string;
}

interface Level {
  readonly portId: string;
  readonly levelDb: number;
}

export class InputLevels {
  static readonly token: Token<InputLevels> = token<InputLevels>('source.inputLevels');
  readonly #audio: Audio;
  readonly #time: Time;
  readonly #listeners: Listeners;
  readonly #meters: Listeners;
  #hot: readonly HotInput[] | undefined;
  /** The highest of each port since the list of hot inputs was made, and when that was. */
  #highest = new Map<string, number>();
  #madeMs = Number.NEGATIVE_INFINITY;
  #latest: ReadonlyMap<string, number> | undefined;
  #stopLooking: (() => void) | undefined;
  #pacedMs = 0;
  #isAsking = false;
  #sampling: Promise<readonly Level[]> | undefined;

  constructor(audio: Audio, time: Time, faults: Faults) {
    this.#audio = audio;
    this.#time = time;
    this.#listeners = new Listeners(faults, 'a listener of hot inputs');
    this.#meters = new Listeners(faults, 'a meter of an input');
  }

  /** The inputs with signal; soon, where nobody watches. None while no mixer runs. */
  read(): readonly HotInput[] | Promise<readonly HotInput[]> {
    if (this.#hot !== undefined) return this.#hot;
    return this.#sample().then((levels) => this.#hotOf(levels, this.#hot));
  }

  /** Looks every half second for as long as anybody watches. */
  watch(changed: () => void): () => void {
    return this.#follow(this.#listeners, changed);
  }

  /** The peak of each port since the event before, dBFS; soon, where no meter is shown. None while no mixer runs. */
  peaks(): ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>> {
    return this.#latest ?? this.#sample().then(peaksOf);
  }

  /** Looks ten times a second for as long as a meter is shown. */
  watchPeaks(changed: () => void): () => void {
    return this.#follow(this.#meters, changed);
  }

  #follow(listeners: Listeners, changed: () => void): () => void {
    const stop = listeners.add(changed);
    this.#pace();
    return () => {
      stop();
      this.#pace();
    };
  }

  /** As often as the fastest listener needs. */
  #pace(): void {
    const paceMs = this.#meters.any ? meterMs : this.#listeners.any ? everyMs : 0;
    if (!this.#listeners.any) this.#forgetHot();
    if (!this.#meters.any) this.#latest = undefined;
    if (paceMs === this.#pacedMs) return;
    this.#pacedMs = paceMs;
    this.#stopLooking?.();
    this.#stopLooking = undefined;
    if (paceMs === 0) return;
    void this.#look();
    this.#stopLooking = this.#time.every(paceMs, () => void this.#look());
  }

  #forgetHot(): void {
    this.#hot = undefined;
    this.#highest.clear();
    this.#madeMs = Number.NEGATIVE_INFINITY;
  }

  /** A mixer that takes longer than a pace is not asked twice. */
  async #look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const levels = await this.#levels();
    this.#isAsking = false;
    if (this.#meters.any) {
      this.#latest = peaksOf(levels);
      this.#meters.notify();
    }
    if (this.#listeners.any) this.#listHot(levels);
  }

  #listHot(levels: readonly Level[]): void {
    for (const { portId, levelDb } of levels)
      this.#highest.set(portId, Math.max(levelDb, this.#highest.get(portId) ?? Number.NEGATIVE_INFINITY));
    if (this.#time.monotonicMs() - this.#madeMs < everyMs) return;
    this.#madeMs = this.#time.monotonicMs();
    const before = this.#hot;
    this.#hot = this.#hotOf(
      [...this.#highest].map(([portId, levelDb]) => ({ portId, levelDb })),
      before,
    );
    this.#highest.clear();
    if (JSON.stringify(before) !== JSON.stringify(this.#hot)) this.#listeners.notify();
  }

  /** Shared by all that ask meanwhile. */
  #sample(): Promise<readonly Level[]> {
    this.#sampling ??= this.#listen().finally(() => {
      this.#sampling = undefined;
    });
    return this.#sampling;
  }

  /** What the mixer says first is of the time before. */
  async #listen(): Promise<readonly Level[]> {
    if (this.#audio.clock.driving === '') return [];
    await this.#levels();
    await this.#time.sleep(sampleMs);
    return this.#levels();
  }

  #hotOf(levels: readonly Level[], before: readonly HotInput[] = []): readonly HotInput[] {
    const now = new Date(this.#time.now()).toISOString();
    return levels
      .filter(({ levelDb }) => levelDb >= hotDb)
      .map(({ portId, levelDb }) => {
        const since = before.find((each) => each.portId === portId)?.since ?? now;
        return { portId, levelDb: Math.round(levelDb * 10) / 10, since };
      });
  }

  /** A mixer that is away or can't tell has none. */
  async #levels(): Promise<readonly Level[]> {
    const { levels } = await this.#audio.call('mixer', 'inputLevels', {}).catch(() => ({ levels: [] }));
    return Array.isArray(levels) ? (levels as readonly Level[]) : [];
  }
}

const peaksOf = (levels: readonly Level[]): ReadonlyMap<string, number> =>
  new Map(levels.map(({ portId, levelDb }) => [portId, levelDb]));
