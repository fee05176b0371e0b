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

/** A sign of life that the client itself can see, with the revision so that it can tell whether it is current. */
export function beatFrame(revision: number): Buffer {
  return Buffer.from(`event: beat\ndata: {"revision":${revision}}\n\n`);
}

/** The service goes; the client should come back. */
export function byeFrame(revision: number): Buffer {
  return Buffer.from(`event: bye\ndata: {"revision":${revision}}\n\n`);
}

/** How long a client waits before it comes back, spread so that a hundred pages don't come at once. */
export function retryLine(random: number): string {
  return `retry: ${1000 + Math.floor(random * 2000)}\n\n`;
}
