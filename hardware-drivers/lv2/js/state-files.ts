// Files with the states of plugins, beside their values: one of each place and plugin. Racks write them, by rename, and read them.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export class StateFiles {
  readonly folder: string;
  /** Files of plugins that left their place in this run: undo may bring them back. By file, the place. */
  readonly #left = new Map<string, string>();
  /** By place, the file of the plugin that is there. */
  readonly #present = new Map<string, string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The file for the state of a plugin, by its id, at a place. */
  fileOf(place: string, id: string): string {
    return join(this.folder, `${place}.${id}.state`);
  }

  /** A plugin is at this place. The file to restore its state from; '-' for none. */
  enter(place: string, id: string): string {
    const file = this.fileOf(place, id);
    this.#left.delete(file);
    this.#present.set(place, file);
    return existsSync(file) ? file : '-';
  }

  /** The plugin has left this place. */
  leave(place: string, id: string): void {
    const file = this.fileOf(place, id);
    this.#left.set(file, place);
    if (this.#present.get(place) === file) this.#present.delete(place);
  }

  /** Removes the states of plugins that have left their places, and what such plugins wrote beside them (`<place>.files`). */
  close(): void {
    for (const [file, place] of this.#left) {
      rmSync(file, { force: true });
      if (!this.#present.has(place)) rmSync(join(this.folder, `${place}.files`), { recursive: true, force: true });
    }
  }
}
