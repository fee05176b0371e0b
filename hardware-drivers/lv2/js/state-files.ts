// Files with the states of plugins, beside their values: one of each place and plugin. Racks write them, by rename, and read them.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export class StateFiles {
  readonly folder: string;
  /** Files of plugins that left their place in this run: undo may bring them back. */
  readonly #left = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
    if (folder !== '') mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The file for the state of a plugin, by its id, at a place. */
  fileOf(place: string, id: string): string {
    return join(this.folder, `${place}.${id}.state`);
  }

  /** The file to restore a state from; '-' for none. */
  known(place: string, id: string): string {
    const file = this.fileOf(place, id);
    this.#left.delete(file);
    return existsSync(file) ? file : '-';
  }

  /** The plugin has left this place. */
  leave(place: string, id: string): void {
    this.#left.add(this.fileOf(place, id));
  }

  /** Removes the states of plugins that have left their places. */
  close(): void {
    for (const file of this.#left) rmSync(file, { recursive: true, force: true });
  }
}
