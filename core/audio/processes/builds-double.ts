// For tests: builds whose progress is in the hands of the test.
import type { Build, Builds } from './builds.ts';

export class BuildsDouble implements Builds {
  readonly #unbuilt = new Map<string, Build>();
  readonly #listeners = new Set<() => void>();

  constructor(...names: string[]) {
    for (const name of names) this.#unbuilt.set(name, { state: 'building', reason: 'it is being built' });
  }

  of(name: string): Build | undefined {
    return this.#unbuilt.get(name);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  built(name: string): void {
    this.#unbuilt.delete(name);
    for (const listener of this.#listeners) listener();
  }

  failed(name: string, reason: string): void {
    this.#unbuilt.set(name, { state: 'failed', reason });
    for (const listener of this.#listeners) listener();
  }
}
