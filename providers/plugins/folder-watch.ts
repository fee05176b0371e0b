// Folders and bundles of plugins, watched by the kernel: while nothing changes there, nothing runs.
import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';

export class FolderWatch {
  readonly #changed: () => void;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** From now on these paths; of one that is not there, the nearest folder above it. What the kernel has no room for is left out. */
  follow(paths: Iterable<string>): void {
    const followed = new Set<string>();
    for (const path of paths) {
      const there = this.#open(path);
      if (there !== undefined) followed.add(there);
    }
    for (const [path, watcher] of this.#watchers) {
      if (followed.has(path)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
  }

  close(): void {
    this.follow([]);
  }

  /** Returns what is watched in the place of this path, undefined for nothing. */
  #open(path: string): string | undefined {
    if (this.#watchers.has(path)) return path;
    try {
      const watcher = watch(path, { persistent: false }, this.#changed);
      watcher.on('error', () => this.#close(path));
      this.#watchers.set(path, watcher);
      return path;
    } catch (error) {
      const isAbsent = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
      return isAbsent && dirname(path) !== path ? this.#open(dirname(path)) : undefined;
    }
  }

  #close(path: string): void {
    this.#watchers.get(path)?.close();
    this.#watchers.delete(path);
  }
}
