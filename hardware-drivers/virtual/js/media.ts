// Sound files for inputs: looked at when they are asked for, decoded in the background, shared, forgotten when unused.
import type { Clip, Native } from './native.ts';

/** All clips together: 1 GiB of samples. */
const mostFrames = 256 * 2 ** 20;

/** A frame of one channel is four bytes. */
const megabytes = (frames: number) => Math.ceil(frames / 2 ** 18);

type MediaEntry =
  | { readonly state: 'decoding'; readonly frames: number; readonly done: Promise<void> }
  | { readonly state: 'ready'; readonly frames: number; readonly clip: Clip }
  | { readonly state: 'refused'; readonly frames: 0; readonly reason: string };

/** `take.wav#2` is channel 2 of take.wav. */
function splitChannel(file: string): { name: string; channel: number } {
  const [, name, channel] = /^(.+)#([1-9]\d{0,2})$/s.exec(file) ?? [];
  return name !== undefined ? { name, channel: Number(channel) } : { name: file, channel: 1 };
}

export class Media {
  readonly #native: Native;
  readonly #folder: string;
  readonly #changed: () => void;
  readonly #entries = new Map<string, MediaEntry>();
  #rateHz: number | undefined;

  /** `changed` is called when a file has become ready or has proved bad. */
  constructor(native: Native, folder: string, changed: () => void) {
    this.#native = native;
    this.#folder = folder;
    this.#changed = changed;
  }

  /** Clips are decoded to this rate from now on; those of another are forgotten. */
  setRate(rateHz: number): void {
    if (rateHz !== this.#rateHz) this.#entries.clear();
    this.#rateHz = rateHz;
  }

  /** Where a file stands; asking for one begins its decoding. `waiting`: no rate is known yet. */
  ask(file: string): MediaEntry | { readonly state: 'waiting' } {
    const known = this.#entries.get(file);
    if (known) return known;
    const entry = this.#begin(file);
    if (entry.state !== 'waiting') this.#entries.set(file, entry);
    return entry;
  }

  /** Forgets all but these, and what was wrong with `again`, so that it is tried anew. */
  keep(files: ReadonlySet<string>, again: ReadonlySet<string>): void {
    for (const [file, { state }] of this.#entries) {
      if (!files.has(file) || (state === 'refused' && again.has(file))) this.#entries.delete(file);
    }
  }

  /** When nothing is being decoded any more. */
  async settled(): Promise<void> {
    for (;;) {
      const waiting = [...this.#entries.values()].flatMap((entry) => (entry.state === 'decoding' ? [entry.done] : []));
      if (waiting.length === 0) return;
      await Promise.all(waiting);
    }
  }

  #begin(file: string): MediaEntry | { readonly state: 'waiting' } {
    const { name, channel } = splitChannel(file);
    const rateHz = this.#rateHz;
    try {
      const sound = this.#native.lookAt(this.#folder, name);
      if (channel > sound.channels) throw new Error(`${name}: has ${sound.channels} channels, no channel ${channel}`);
      if (rateHz === undefined) return { state: 'waiting' };
      const frames = Math.ceil((sound.frames * rateHz) / sound.rateHz);
      const held = [...this.#entries.values()].reduce((sum, entry) => sum + entry.frames, 0);
      const most = `all files together may take ${megabytes(mostFrames)} MB of memory`;
      if (frames > mostFrames) throw new Error(`${name}: too long, it takes ${megabytes(frames)} MB and ${most}`);
      if (held + frames > mostFrames) {
        throw new Error(`${name}: takes ${megabytes(frames)} MB beside ${megabytes(held)} MB of others, and ${most}`);
      }
      const decoded = this.#native.decode({ folder: this.#folder, name, channel, rateHz, loops: true });
      const done: Promise<void> = decoded.then(
        (clip) => this.#finish(file, done, { state: 'ready', frames, clip }),
        (error: Error) => this.#finish(file, done, { state: 'refused', frames: 0, reason: error.message }),
      );
      return { state: 'decoding', frames, done };
    } catch (error) {
      return { state: 'refused', frames: 0, reason: (error as Error).message };
    }
  }

  #finish(file: string, done: Promise<void>, entry: MediaEntry): void {
    const known = this.#entries.get(file);
    // Forgotten, or asked for anew at another rate meanwhile.
    if (known?.state !== 'decoding' || known.done !== done) return;
    this.#entries.set(file, entry);
    this.#changed();
  }
}
