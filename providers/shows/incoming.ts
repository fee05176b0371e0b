// The show file that a client sent: one at a time, until the next one comes or the desk starts again.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Fields, type FilePlace, type OutgoingFile, unknownRow } from 'rowdesk/provider';

export class IncomingShows implements FilePlace {
  readonly path = '/shows';
  readonly summary = 'A show file of a console, to be imported';
  readonly mostBytes = 8 * 1024 * 1024;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(id: string): string {
    return join(this.#folder, id);
  }

  /** What an earlier desk has left, whole or not. Never rejects. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
  }

  /** Show files come in only. */
  open(id: string): OutgoingFile {
    throw unknownRow(`${this.path}/${id}`);
  }

  async take(id: string, source: AsyncIterable<Uint8Array>): Promise<Fields> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = `${this.pathOf(id)}.part`;
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of source) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    try {
      await pipeline(counted, createWriteStream(part, { mode: 0o600 }));
      // Another one may be coming in.
      const before = (await readdir(this.#folder)).filter((name) => !name.endsWith('.part'));
      for (const name of before) await rm(join(this.#folder, name), { force: true });
      await rename(part, this.pathOf(id));
      return { id, bytes };
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }
}
