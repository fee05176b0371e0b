// One client's event stream. A reader that is slow is owed the newest publication of each key only, is held to a
// bounded number of bytes, is let go when it doesn't read at all, and never delays others.
import type { ServerResponse } from 'node:http';
import type { Publication, Sink } from '../watch/publication.ts';
import type { Frames } from './frames.ts';

export class EventStream implements Sink {
  readonly #response: ServerResponse;
  readonly #frames: Frames;
  /** The newest publication per key that could not be written yet, in the order in which they are to go out. */
  readonly #owed = new Map<string, Publication>();
  #owedBytes = 0;
  #isOpen = false;
  #hasEnded = false;
  #stalledSinceMs: number | undefined;

  constructor(response: ServerResponse, frames: Frames) {
    this.#response = response;
    this.#frames = frames;
    response.on('drain', () => this.#flush());
  }

  /** Called once the header is out; what was published before goes out now. */
  open(first: string): void {
    this.#isOpen = true;
    this.#response.write(first);
    this.#flush();
  }

  publish(publication: Publication): void {
    if (this.#hasEnded) return;
    if (!this.#isOpen || this.#owed.size > 0 || this.#response.writableNeedDrain) this.#owe(publication);
    else this.#write(publication);
  }

  /** Written when there is room; a beat or bye is not owed to a reader that doesn't read. */
  note(frame: Buffer): void {
    if (this.#isOpen && !this.#hasEnded && !this.#response.writableNeedDrain) this.#response.write(frame);
  }

  end(last: Buffer): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#response.writableNeedDrain) this.#response.destroy();
    else this.#response.end(last);
  }

  /** Called now and then. True when the reader was let go: it read nothing for `mostMs`, or is owed too much. */
  letGoIfStalled(nowMs: number, mostMs: number, mostBytes: number): boolean {
    if (this.#hasEnded || !this.#response.writableNeedDrain) {
      this.#stalledSinceMs = undefined;
      return false;
    }
    this.#stalledSinceMs ??= nowMs;
    const owed = this.#owedBytes + this.#response.writableLength;
    if (nowMs - this.#stalledSinceMs < mostMs && owed <= mostBytes) return false;
    this.#hasEnded = true;
    this.#owed.clear();
    this.#response.destroy();
    return true;
  }

  #owe(publication: Publication): void {
    const { key, json, name } = publication;
    const older = this.#owed.get(key);
    if (older !== undefined) {
      this.#owedBytes -= older.json.length;
      this.#owed.delete(key);
    }
    this.#owedBytes += json.length;
    // A snapshot that never left is still owed as one, with the newer row.
    const isFirst = older?.name === 'snapshot' && name === 'change';
    this.#owed.set(key, isFirst ? { ...publication, name: 'snapshot' } : publication);
  }

  #flush(): void {
    for (const [key, publication] of this.#owed) {
      if (this.#hasEnded || this.#response.writableNeedDrain) return;
      this.#owed.delete(key);
      this.#owedBytes -= publication.json.length;
      this.#write(publication);
    }
  }

  #write(publication: Publication): void {
    this.#stalledSinceMs = undefined;
    this.#response.write(this.#frames.of(publication));
    if (publication.name === 'gone') {
      this.#hasEnded = true;
      this.#owed.clear();
      this.#response.end();
    }
  }
}
