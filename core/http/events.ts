// One client's event stream. A reader that is slow is owed the newest publication of each key only, is held to a
// bounded number of bytes, is let go when it doesn't read at all, and never delays others.
import type { ServerResponse } from 'node:http';
import type { Publication, Sink } from '../watch/publication.ts';
import type { Frames } from './frames.ts';

export class EventStream implements Sink {
  readonly #response: ServerResponse;
  readonly #frames: Frames;
  readonly #mostBytes: number;
  /** The newest publication per key that could not be written yet, in the order in which they are to go out. */
  readonly #owed = new Map<string, Publication>();
  #owedBytes = 0;
  #isOpen = false;
  #hasEnded = false;
  #stalledSinceMs: number | undefined;
  #wasLetGo = false;

  /** `mostBytes`: what the reader may cost. */
  constructor(response: ServerResponse, frames: Frames, mostBytes: number) {
    this.#response = response;
    this.#frames = frames;
    this.#mostBytes = mostBytes;
    response.on('drain', () => this.#flush());
  }

  /** What waits for the reader here: written and not taken by the system yet, and owed. */
  get costBytes(): number {
    return this.#owedBytes + this.#response.writableLength;
  }

  /** It didn't read. */
  get wasLetGo(): boolean {
    return this.#wasLetGo;
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

  /** Called now and then: lets a reader go that read nothing for `mostMs`, or that costs too much. */
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
    this.#owed.clear();
    this.#owedBytes = 0;
    this.#response.destroy();
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
    // Who has just come may be owed a whole desk at once; who is known not to read, never.
    if (this.#stalledSinceMs !== undefined && this.costBytes > this.#mostBytes) this.#letGo();
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
