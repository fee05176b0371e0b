// Notices of drivers for the operator, by driver and id.
import type { Status } from '../link/shapes.ts';
import { plainNotice } from './untrusted.ts';

/** Notices of all drivers of a process; further ones are dropped. */
const mostNotices = 500;

export class Notices {
  readonly #texts = new Map<string, { readonly id: string; readonly driver: string; readonly text: string }>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** An empty text clears the notice. */
  set(driver: string, givenId: string, givenText: string): void {
    const { id, text } = plainNotice(givenId, givenText);
    const key = `${driver} ${id}`;
    if ((this.#texts.get(key)?.text ?? '') === text) return;
    if (text !== '' && !this.#texts.has(key) && this.#texts.size >= mostNotices) return;
    if (text === '') this.#texts.delete(key);
    else this.#texts.set(key, { id, driver, text });
    this.#changed();
  }

  /** Clears all notices of a driver, when its last device is closed. */
  drop(driver: string): void {
    for (const [key, notice] of this.#texts) if (notice.driver === driver) this.#texts.delete(key);
    this.#changed();
  }

  get list(): Status['warnings'] {
    return [...this.#texts.values()];
  }
}
