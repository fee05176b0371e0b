// What plugins keep beside their values, as the plugin host wrote it: a file for each state, named by its contents. Fields
// `pluginState` of rows, scenes and sessions name them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Token, token } from 'rowdesk/provider';

/** The field of rows that names one; '' for none. */
export const pluginState = 'pluginState';
export const stateId = '[0-9a-f]{32}';

const isId = (name: string) => new RegExp(`^${stateId}$`).test(name);
const idOf = (state: Buffer) => createHash('sha256').update(state).digest('hex').slice(0, 32);

export interface KeptState {
  readonly id: string;
  readonly bytes: number;
  readonly writtenMs: number;
}

export class PluginStates {
  static readonly token: Token<PluginStates> = token<PluginStates>('plugins.states');
  readonly #folder: string;

  /** `folder`: made with the first state. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  list(): readonly KeptState[] {
    return filesIn(this.#folder)
      .filter(isId)
      .flatMap((id) => {
        const file = statSync(join(this.#folder, id), { throwIfNoEntry: false });
        return file === undefined ? [] : [{ id, bytes: file.size, writtenMs: file.mtimeMs }];
      });
  }

  /** Undefined for one that is kept no more. */
  read(id: string): Buffer | undefined {
    try {
      return isId(id) ? readFileSync(join(this.#folder, id)) : undefined;
    } catch {
      return undefined;
    }
  }

  isOf(id: string, state: Buffer): boolean {
    return idOf(state) === id;
  }

  /** Throws Error with the reason of the system. */
  write(state: Buffer): void {
    const file = join(this.#folder, idOf(state));
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, state, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  remove(id: string): void {
    if (isId(id)) rmSync(join(this.#folder, id), { force: true });
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
