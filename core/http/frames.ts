// Server-sent events as bytes (WHATWG HTML, 9.2.6). A publication's frame is made once and written to all its watchers.
import type { Publication } from '../watch/publication.ts';

export class Frames {
  readonly #epoch: string;
  /** A publication lives until every watcher has it, and its frame with it. */
  readonly #made = new WeakMap<Publication, Buffer>();

  /** `epoch` changes with each start, so that an id of another start is never mistaken for one of this. */
  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  of(publication: Publication): Buffer {
    let frame = this.#made.get(publication);
    if (frame === undefined) {
      const { name, n, revision, json } = publication;
      frame = Buffer.from(`id: ${this.#epoch}-${n}-${revision}\nevent: ${name}\ndata: ${json}\n\n`);
      this.#made.set(publication, frame);
    }
    return frame;
  }
}

/** A sign of life for the client, with the revision that shows if its state is current. */
export function beatFrame(revision: number): Buffer {
  return Buffer.from(`event: beat\ndata: {"revision":${revision}}\n\n`);
}

/** The service stops; the client should reconnect. */
export function byeFrame(revision: number): Buffer {
  return Buffer.from(`event: bye\ndata: {"revision":${revision}}\n\n`);
}

/** The client's delay before it reconnects, spread so that a hundred pages don't reconnect at once. */
export function retryLine(random: number): string {
  return `retry: ${1000 + Math.floor(random * 2000)}\n\n`;
}
