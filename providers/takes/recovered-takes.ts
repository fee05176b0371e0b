// Takes whose recorder ended without closing them: a warning for each that was mended in this run or shortly before it,
// until it is acknowledged or the take is gone.
import type { Warnings } from 'rowdesk/provider';
import type { TakeBook } from './take-book.ts';
import type { TakeLibrary } from './take-library.ts';

const idOf = (takeId: string) => `take-recovered-${takeId}`;
/** The recorder mends takes while the desk starts. */
const beforeStartMs = 60_000;

export class RecoveredTakes {
  readonly #library: TakeLibrary;
  readonly #book: TakeBook;
  readonly #warnings: Warnings;
  readonly #sinceMs: number;
  readonly #told = new Set<string>();
  readonly #acknowledged = new Set<string>();

  constructor(library: TakeLibrary, book: TakeBook, warnings: Warnings, startedMs: number) {
    this.#library = library;
    this.#book = book;
    this.#warnings = warnings;
    this.#sinceMs = startedMs - beforeStartMs;
  }

  follow(): () => void {
    const unfollow = this.#library.onChange(() => this.#look());
    const unlisten = this.#warnings.onAcknowledged((id) => this.#acknowledge(id));
    this.#look();
    return () => {
      unlisten();
      unfollow();
    };
  }

  #look(): void {
    const { list } = this.#library;
    const recovered = list.filter(({ id, state, writtenMs }) => {
      return state === 'recovered' && writtenMs >= this.#sinceMs && !this.#acknowledged.has(id);
    });
    const ids = new Set(recovered.map(({ id }) => id));
    for (const id of this.#told) if (!ids.has(id)) this.#clear(id);
    for (const { id, name, lengthS } of recovered) {
      this.#told.add(id);
      const called = this.#book.get(id, name).name;
      this.#warnings.raise({
        id: idOf(id),
        title: 'A take was recovered',
        titleCode: { code: 'take-recovered', params: { id, name: called } },
        detail: `The recorder ended before it could close ${called}; ${Math.floor(lengthS)} s of it are there.`,
        severity: 'info',
        path: `/takes/${id}`,
      });
    }
  }

  #acknowledge(warningId: string): void {
    const id = [...this.#told].find((takeId) => idOf(takeId) === warningId);
    if (id === undefined) return;
    this.#acknowledged.add(id);
    this.#clear(id);
  }

  #clear(id: string): void {
    this.#told.delete(id);
    this.#warnings.clear(idOf(id));
  }
}
