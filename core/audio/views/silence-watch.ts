// Sound that does not come is a warning, whatever keeps it away: a driver may call the mixer in ways for which no other
// warning has a word.
import type { Audio, Warning } from '../../services.ts';

type Raised = Omit<Warning, 'since'>;

/** A start takes less, and so does the end of a crash. */
const timeoutMs = 10_000;

export class SilenceWatch {
  #sinceMs: number | undefined;
  /** At one moment since then nothing else said why. */
  #isUnexplained = false;

  /** `others`: what else is raised of the sound. Answers what is to be raised beside them. */
  look(
    { state, reason }: Pick<Audio, 'state' | 'reason'>,
    others: readonly Raised[],
    nowMs: number,
  ): readonly Raised[] {
    if (state === 'running' || state === 'stopped') {
      this.#sinceMs = undefined;
      this.#isUnexplained = false;
      return [];
    }
    this.#sinceMs ??= nowMs;
    if (!others.some(({ severity }) => severity !== 'info')) this.#isUnexplained = true;
    if (!this.#isUnexplained || nowMs - this.#sinceMs < timeoutMs) return [];
    return [
      {
        id: 'audio-silent',
        title: 'The sound does not run',
        titleCode: { code: 'audio-silent', params: { state } },
        detail: `For more than ${timeoutMs / 1000} s: ${reason}. What drives the mixer does not call it as a device would; /hardware says which driver that is.`,
        severity: 'alarm',
        path: '',
      },
    ];
  }
}
