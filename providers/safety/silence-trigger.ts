// Switches a strip over when its main source has fallen silent and its spare has not. The mixer says how loud inputs are,
// whether a strip hears them or not; it is asked only while a strip is armed so.
import type { Audio, Time } from 'rowdesk/provider';
import { type Armed, retryMs, type Switch, sparePath } from './spare-strips.ts';

const everyMs = 20;
/** Which of the mixer's readers of input levels this is: another one's looks take nothing from it. */
const reader = 1;
/** dBFS, peaks: what stays under is silence, what is over is sound. */
const silenceDb = -70;
const soundDb = -50;
/** Speech pauses. A spare that is quiet for longer would be no better than the silent main. */
const longestPauseMs = 500;

interface Listening {
  readonly armed: Armed;
  /** By the monotonic clock: since when the main is silent while the spare is not. */
  sinceMs: number | undefined;
  spareHeardMs: number;
  /** When it was to be switched over last: it is no more listened to once it was. */
  triedMs: number;
}

export class SilenceTrigger {
  readonly #audio: Pick<Audio, 'call'>;
  readonly #time: Time;
  readonly #switch: Switch;
  #listening = new Map<string, Listening>();
  #stopAsking: (() => void) | undefined;
  #isAsking = false;
  #askedMs = 0;

  constructor(audio: Pick<Audio, 'call'>, time: Time, switch_: Switch) {
    this.#audio = audio;
    this.#time = time;
    this.#switch = switch_;
  }

  /** These and no others are armed now. What changed begins anew. */
  follow(all: readonly Armed[]): void {
    const listening = new Map<string, Listening>();
    for (const armed of all.filter(({ trigger, main }) => trigger === 'silence' && main.length > 0)) {
      const before = this.#listening.get(sparePath(armed.strip));
      const isSame = before !== undefined && JSON.stringify(before.armed) === JSON.stringify(armed);
      const never = Number.NEGATIVE_INFINITY;
      const begun = { armed, sinceMs: undefined, spareHeardMs: never, triedMs: never };
      listening.set(sparePath(armed.strip), isSame ? before : begun);
    }
    this.#listening = listening;
    if (listening.size === 0) this.stop();
    else if (this.#stopAsking === undefined) {
      this.#askedMs = this.#time.monotonicMs();
      this.#stopAsking = this.#time.every(everyMs, () => void this.#ask());
    }
  }

  stop(): void {
    this.#stopAsking?.();
    this.#stopAsking = undefined;
    this.#listening = new Map();
  }

  /** Peaks since the last answer. While the mixer does not answer nobody knows what is silent. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const levels = await this.#levels();
    this.#isAsking = false;
    const nowMs = this.#time.monotonicMs();
    for (const listening of this.#listening.values()) this.#judge(listening, levels, nowMs);
    this.#askedMs = nowMs;
  }

  async #levels(): Promise<ReadonlyMap<string, number> | undefined> {
    const { levels } = await this.#audio.call('mixer', 'inputLevels', { reader }).catch(() => ({ levels: undefined }));
    if (!Array.isArray(levels)) return undefined;
    return new Map(
      (levels as readonly { portId: string; levelDb: number }[]).map((each) => [each.portId, each.levelDb]),
    );
  }

  #judge(listening: Listening, levels: ReadonlyMap<string, number> | undefined, nowMs: number): void {
    const { armed } = listening;
    // A port that is not connected gives nothing.
    const loudest = (ports: readonly string[]) => Math.max(-144, ...ports.map((port) => levels?.get(port) ?? -144));
    const doesSpareSound = loudest(armed.spare) > soundDb;
    if (doesSpareSound) listening.spareHeardMs = nowMs;
    const isSpareHeard = nowMs - listening.spareHeardMs <= longestPauseMs;
    if (levels === undefined || loudest(armed.main) >= silenceDb || !isSpareHeard) {
      listening.sinceMs = undefined;
      this.#switch.unneeded(armed.strip);
      return;
    }
    listening.sinceMs ??= this.#askedMs;
    if (nowMs - listening.sinceMs < armed.silenceMs || !doesSpareSound) return;
    if (nowMs - listening.triedMs < retryMs) return;
    listening.triedMs = nowMs;
    this.#switch.over(armed);
  }
}
