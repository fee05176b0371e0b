// Which warnings somebody has seen: for as long as they last. One that comes again is new.
import type { Warning, Warnings } from 'rowdesk/provider';

export type Acknowledgeable = Warning & { readonly acknowledged: boolean };

export class Acknowledgements {
  readonly #warnings: Warnings;
  /** By id, the `since` of the warning that was seen. */
  readonly #seen = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  list(): readonly Acknowledgeable[] {
    return this.#warnings.list().map((warning) => ({ ...warning, acknowledged: this.#has(warning) }));
  }

  get(id: string): Acknowledgeable | undefined {
    return this.list().find((warning) => warning.id === id);
  }

  set(id: string, acknowledged: boolean): void {
    const warning = this.get(id);
    if (warning === undefined || warning.acknowledged === acknowledged) return;
    if (acknowledged) this.#seen.set(id, warning.since);
    else this.#seen.delete(id);
    this.#forget();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Warnings came, went, changed, or were acknowledged. */
  watch(changed: () => void): () => void {
    const listener = () => changed();
    this.#listeners.add(listener);
    const stop = this.#warnings.watch(listener);
    return () => {
      this.#listeners.delete(listener);
      stop();
    };
  }

  #has({ id, since }: Warning): boolean {
    return this.#seen.get(id) === since;
  }

  /** Keeps nothing of warnings that have gone. */
  #forget(): void {
    const there = new Map(this.#warnings.list().map(({ id, since }) => [id, since]));
    for (const [id, since] of this.#seen) if (there.get(id) !== since) this.#seen.delete(id);
  }
}
