// A disk for tests that fails at a chosen call or is slow, for the files of a store (disk.c).
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../harness/service.ts';

/** In the order of `struct disk`. */
const words = ['failFrom', 'failUntil', 'error', 'slowMs', 'calls', 'flushing', 'faults', 'stalls'] as const;
type Word = (typeof words)[number];

export class FaultyDisk {
  /** For the process whose disk it is to be. */
  readonly env: Readonly<Record<string, string>>;
  readonly #file: number;

  private constructor(env: Readonly<Record<string, string>>) {
    this.env = env;
    this.#file = openSync(env.FAULTY_DISK as string, 'r+');
  }

  /**
   * `library` is what `buildDisk` made; `folder` gets the file by which it is told what to do. It is the disk of files whose
   * paths contain `files`.
   */
  static make(library: string, folder: string, files = 'rowdesk.db'): FaultyDisk {
    const control = join(folder, 'disk.control');
    writeFileSync(control, Buffer.alloc(words.length * 4));
    return new FaultyDisk({ LD_PRELOAD: library, FAULTY_DISK: control, FAULTY_DISK_FILES: files });
  }

  /** The disk of this very process, which was started with `env`. */
  static ofThisProcess(): FaultyDisk {
    return new FaultyDisk({ FAULTY_DISK: process.env.FAULTY_DISK ?? '' });
  }

  /** From now on: call `from` fails with this errno, and all up to `until`. An `error` of 0 writes half. */
  fail(error: number, from = 1, until = 0x7fffffff): void {
    this.#set({ failFrom: 0, calls: 0, faults: 0, error, failUntil: until });
    this.#set({ failFrom: from });
  }

  slow(slowMs: number): void {
    this.#set({ slowMs });
  }

  /** No write ends until the disk is healed. */
  stall(): void {
    this.#set({ stalls: 1 });
  }

  heal(): void {
    this.#set({ failFrom: 0, slowMs: 0, stalls: 0 });
  }

  read(word: Word): number {
    const bytes = Buffer.alloc(4);
    readSync(this.#file, bytes, 0, 4, words.indexOf(word) * 4);
    return bytes.readInt32LE();
  }

  close(): void {
    closeSync(this.#file);
  }

  #set(values: Partial<Record<Word, number>>): void {
    for (const [word, value] of Object.entries(values)) {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE(value);
      writeSync(this.#file, bytes, 0, 4, words.indexOf(word as Word) * 4);
    }
  }
}

/** Compiles the library into this folder, in a second or so. */
export function buildDisk(folder: string): string {
  const library = join(folder, 'disk.so');
  const source = join(root, 'test/storage/disk.c');
  execFileSync(
    'gcc',
    ['-O1', '-shared', '-fPIC', '-D_GNU_SOURCE', '-D_LARGEFILE64_SOURCE', source, '-o', library, '-ldl'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return library;
}
