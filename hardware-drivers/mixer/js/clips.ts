// How often each strip clipped, and when: the audio thread counts, the time is that of the look that found it so.
import type { NativeMixer } from './native.ts';

export class Clips {
  readonly #native: Pick<NativeMixer, 'readClips'>;
  readonly #counts: Uint32Array;
  readonly #before: Uint32Array;
  /** ISO 8601, empty for never. */
  readonly #at: string[];

  constructor(native: Pick<NativeMixer, 'readClips'>, strips: number) {
    this.#native = native;
    this.#counts = new Uint32Array(strips);
    this.#before = new Uint32Array(strips);
    this.#at = new Array(strips).fill('');
  }

  /** Blocks at or over 0 dBFS since they were cleared, of all strips. */
  look(): number {
    this.#native.readClips(this.#counts);
    this.#counts.forEach((count, strip) => {
      if (count > (this.#before[strip] as number)) this.#at[strip] = new Date().toISOString();
    });
    this.#before.set(this.#counts);
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** As of the last look. */
  of(strip: number): { readonly count: number; readonly at: string } {
    return { count: this.#counts[strip] ?? 0, at: this.#at[strip] ?? '' };
  }
}
