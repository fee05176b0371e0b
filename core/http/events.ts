// One client's event stream. A slow reader gets the newest publication of each key only, within a bound in bytes. The
// stream of a reader that reads nothing is closed. No reader delays others.
import type { ServerResponse } from 'node:http';
import type { Publication, Sink } from '../watch/publication.ts';
import type { Frames } from './frames.ts';
import type { SharedTurns, Waiting } from './shared-turns.ts';

export class EventStream implements Sink, Waiting {
  readonly #response: ServerResponse;
  readonly #frames: Frames;
  readonly #turns: SharedTurns;
  readonly #mostBytes: number;
  /** The newest unwritten publication per key, in the order of writing. */
  readonly #pending = new Map<string, Publication>();
  #pendingBytes = 0;
  #isOpen = false;
  #hasEnded = false;
  #stalledSinceMs: number | undefined;
  #wasLetGo = false;

  /** `mostBytes`: the most bytes that may wait for the reader. */
  constructor(response: ServerResponse, frames: Frames, turns: SharedTurns, mostBytes: number) {
    this.#response = response;
    this.#frames = frames;
    this.#turns = turns;
    this.#mostBytes = mostBytes;
    response.on('drain', () => this.flush());
  }

  /** Bytes that wait for the reader: in the socket's buffer, and unwritten publications. */
  get costBytes(): number {
    return this.#pendingBytes + this.#response.writableLength;
  }

  /** It didn't read. */
  get wasLetGo(): boolean {
    return this.#wasLetGo;
  }

  /** Called after the header is written; writes the publications from before. */
  open(first: string): void {
    this.#isOpen = true;
    this.#response.write(first);
    this.flush();
  }

  publish(publication: Publication): void {
    if (this.#hasEnded) return;
    // A reader that reads gets each state: what waits for a turn only makes way for the next.
    if (this.#isOpen) this.#writeWaiting(() => this.#hasRoom);
    if (!this.#isOpen || this.#pending.size > 0 || !this.#isWritable) this.#queue(publication);
    else this.#write(publication);
  }

  /** Writes a beat behind what waits, if there is room; a reader that doesn't read gets none. */
  note(frame: Buffer): void {
    if (!this.#isOpen || this.#hasEnded) return;
    this.#writeWaiting(() => this.#hasRoom);
    if (!this.#hasEnded && this.#hasRoom) this.#response.write(frame);
  }

  end(last: Buffer): void {
    if (this.#hasEnded) return;
    if (this.#isOpen) this.#writeWaiting(() => this.#hasRoom);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#hasRoom) this.#response.end(last);
    else this.#response.destroy();
  }

  /** Called periodically: closes the stream of a reader that read nothing for `mostMs`, or exceeds its bytes. */
  letGoIfStalled(nowMs: number, mostMs: number): void {
    if (this.#hasEnded || !this.#response.writableNeedDrain) {
      this.#stalledSinceMs = undefined;
      return;
    }
    this.#stalledSinceMs ??= nowMs;
    if (nowMs - this.#stalledSinceMs >= mostMs || this.costBytes > this.#mostBytes) this.#letGo();
  }

  #letGo(): void {
    this.#wasLetGo = true;
    this.#hasEnded = true;
    this.#pending.clear();
    this.#pendingBytes = 0;
    this.#response.destroy();
  }

  #queue(publication: Publication): void {
    const { key, json, name } = publication;
    const older = this.#pending.get(key);
    if (older !== undefined) {
      this.#pendingBytes -= older.json.length;
      this.#pending.delete(key);
    }
    this.#pendingBytes += json.length;
    // An unwritten snapshot stays a snapshot, with the newer row.
    const isFirst = older?.name === 'snapshot' && name === 'change';
    this.#pending.set(key, isFirst ? { ...publication, name: 'snapshot' } : publication);
    // A new reader may have a whole desk waiting at once; a reader known not to read may not.
    if (this.#stalledSinceMs !== undefined && this.costBytes > this.#mostBytes) this.#letGo();
  }

  /** Writes the waiting publications, as far as there is room. */
  flush(): void {
    this.#writeWaiting(() => this.#isWritable);
  }

  get #hasRoom(): boolean {
    return !this.#response.writableNeedDrain;
  }

  get #isWritable(): boolean {
    return this.#hasRoom && this.#turns.admits(this);
  }

  #writeWaiting(isWritable: () => boolean): void {
    for (const [key, publication] of this.#pending) {
      if (this.#hasEnded || !isWritable()) return;
      this.#pending.delete(key);
      this.#pendingBytes -= publication.json.length;
      this.#write(publication);
    }
  }

  #write(publication: Publication): void {
    this.#stalledSinceMs = undefined;
    const frame = this.#frames.of(publication);
    this.#turns.spend(frame.length);
    this.#response.write(frame);
    if (publication.name === 'gone') {
      this.#hasEnded = true;
      this.#pending.clear();
      this.#response.end();
    }
  }
}
