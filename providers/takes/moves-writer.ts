// Appends to moves.jsonl: off the event loop, in large writes, and bounded.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Move, movesFileName } from './moves-file.ts';

export interface MovesBounds {
  /** Of the file. */
  readonly mostBytes: number;
  /** Of what waits for the disk. */
  readonly mostPendingBytes: number;
}

const usual: MovesBounds = { mostBytes: 256 * 1024 * 1024, mostPendingBytes: 16 * 1024 * 1024 };

export class MovesWriter {
  readonly #folder: string;
  readonly #bounds: MovesBounds;
  #pending: string[] = [];
  #pendingBytes = 0;
  #bytes = 0;
  #file: FileHandle | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasEnded = false;

  /** Goes on with a file that is there. */
  constructor(folder: string, bounds: MovesBounds = usual) {
    this.#folder = folder;
    this.#bounds = bounds;
  }

  add(move: Move): void {
    if (this.#hasEnded) return;
    const line = `${JSON.stringify(move)}\n`;
    const isFull = this.#bytes + line.length > this.#bounds.mostBytes;
    if (isFull || this.#pendingBytes + line.length > this.#bounds.mostPendingBytes) {
      this.#hasEnded = true;
      const end = isFull ? `moves beyond ${this.#bounds.mostBytes} bytes are not kept` : 'the disk is too slow';
      this.#pending.push(`${JSON.stringify({ atS: move.atS, end })}\n`);
      return;
    }
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    this.#bytes += line.length;
  }

  /** Resolves once all that was added is with the system. Rejects with what the disk says; the moves are lost then. */
  flush(): Promise<void> {
    const writing = this.#writing.then(() => this.#write());
    this.#writing = writing.catch(() => {});
    return writing;
  }

  /** Flushes and closes the file. Rejects as `flush` does. */
  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.#file?.close();
      this.#file = undefined;
    }
  }

  async #write(): Promise<void> {
    if (this.#pending.length === 0) return;
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#file ??= await this.#open();
    await this.#file.appendFile(text);
  }

  async #open(): Promise<FileHandle> {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
    const file = await open(join(this.#folder, movesFileName), flags, 0o600);
    const { size } = await file.stat();
    this.#bytes += size;
    if (size > 0) await completeLastLine(file, size);
    return file;
  }
}

/** A desk that was killed may leave half a line: the next one begins on its own. */
async function completeLastLine(file: FileHandle, size: number): Promise<void> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer.toString() !== '\n') await file.appendFile('\n');
}
