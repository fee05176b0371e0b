// Tells listeners of commits: in the order of revisions, also where a listener commits.
import type { Log } from '../services.ts';
import type { AppliedCommit } from './applied.ts';

type Listener = (revision: number, paths: readonly string[], actor: string, address: string) => void;

export class Telling {
  readonly #log: Log;
  readonly #appliers = new Set<(commit: AppliedCommit) => void>();
  readonly #listeners = new Set<Listener>();
  /** Commits that were made while listeners were being told of an earlier one. */
  readonly #untold: AppliedCommit[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  onApplied(applier: (commit: AppliedCommit) => void): () => void {
    this.#appliers.add(applier);
    return () => this.#appliers.delete(applier);
  }

  onCommit(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  apply(commit: AppliedCommit): void {
    for (const applier of this.#appliers) this.#guarded(() => applier(commit));
  }

  tell(commit: AppliedCommit): void {
    this.#untold.push(commit);
    if (this.#untold.length > 1) return;
    for (let next = this.#untold[0]; next !== undefined; next = this.#untold[0]) {
      const { revision, actor, address = '', changes } = next;
      const paths = [...new Set(changes.map(({ place }) => place.path))];
      for (const listener of [...this.#listeners]) this.#guarded(() => listener(revision, paths, actor, address));
      this.#untold.shift();
    }
  }

  /** A listener that throws is a line in the log: the commit stands. */
  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#log.error({ err: error }, 'A listener of the desk threw');
    }
  }
}
