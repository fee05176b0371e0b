// How loud inputs are, whether a strip hears them or not: asked of the mixer while somebody wants to know.
import { type Audio, type Faults, Listeners, type Time, type Token, token } from 'rowdesk/provider';

const everyMs = 500;
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
  #hot: readonly HotInput[] | undefined;
  #stopLooking = () => {};
  #sampling: Promise<readonly HotInput[]> | undefined;

  constructor(audio: Audio, time: Time, faults: Faults) {
    this.#audio = audio;
    this.#time = time;
    this.#listeners = new Listeners(faults, 'a listener of hot inputs');
  }

  /** The inputs with signal; soon, where nobody watches. None while no mixer runs. */
  read(): readonly HotInput[] | Promise<readonly HotInput[]> {
    if (this.#hot !== undefined) return this.#hot;
    this.#sampling ??= this.#sample().finally(() => {
      this.#sampling = undefined;
    });
    return this.#sampling;
  }

  /** Looks every half second for as long as anybody watches. */
  watch(changed: () => void): () => void {
    const isFirst = !this.#listeners.any;
    const stop = this.#listeners.add(changed);
    if (isFirst) {
      void this.#look();
      this.#stopLooking = this.#time.every(everyMs, () => void this.#look());
    }
    return () => {
      stop();
      if (this.#listeners.any) return;
      this.#stopLooking();
      this.#hot = undefined;
    };
  }

  async #look(): Promise<void> {
    const levels = await this.#levels();
    if (!this.#listeners.any) return;
    const before = this.#hot;
    this.#hot = this.#hotOf(levels, before);
    if (JSON.stringify(before) === JSON.stringify(this.#hot)) return;
    this.#listeners.notify();
  }

  /** What the mixer says first is of the time before. */
  async #sample(): Promise<readonly HotInput[]> {
    if (this.#audio.clock.driving === '') return [];
    await this.#levels();
    await this.#time.sleep(sampleMs);
    return this.#hotOf(await this.#levels(), this.#hot);
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
