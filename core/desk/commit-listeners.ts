// Notifies listeners of commits, in the order of revisions, also where a listener commits.

import type { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import type { Commit } from './commit.ts';

type Notification = [revision: number, paths: readonly string[], actor: string, address: string];

export class CommitListeners {
  readonly #appliers: Listeners<[commit: Commit]>;
  readonly #listeners: Listeners<Notification>;
  /** Commits whose listeners were not all called yet; the first is under way. */
  readonly #pending: Commit[] = [];

  constructor(faults: Faults) {
    this.#appliers = new Listeners(faults, 'what brings commits to targets');
    this.#listeners = new Listeners(faults, 'a listener of the desk');
  }

  onApplied(applier: (commit: Commit) => void): () => void {
    return this.#appliers.add(applier);
  }

  onCommit(listener: (...notification: Notification) => void): () => void {
    return this.#listeners.add(listener);
  }

  apply(commit: Commit): void {
    this.#appliers.notify(commit);
  }

  notify(commit: Commit): void {
    this.#pending.push(commit);
    if (this.#pending.length > 1) return;
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      const { revision, actor, address = '', paths } = next;
      this.#listeners.notify(revision, paths, actor, address);
      this.#pending.shift();
    }
  }
}
