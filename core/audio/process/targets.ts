// The targets of this process by name, with their numbers on the link.
import type { Convergent } from '../../driver.ts';

export interface NumberedTarget {
  readonly number: number;
  readonly name: string;
  readonly convergent: Convergent;
}

export class LocalTargets {
  readonly #targets = new Map<string, NumberedTarget>();
  readonly #changed: () => void;
  #nextNumber = 1;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** A target that returns gets a new number: values still on their way to the old one reach no target. */
  add(convergent: Convergent): void {
    const number = this.#nextNumber++;
    this.#targets.set(convergent.target, { number, name: convergent.target, convergent });
    this.#changed();
  }

  remove(convergent: Convergent): void {
    if (this.#targets.get(convergent.target)?.convergent !== convergent) return;
    this.#targets.delete(convergent.target);
    this.#changed();
  }

  list(): readonly NumberedTarget[] {
    return [...this.#targets.values()];
  }

  named(name: string): NumberedTarget | undefined {
    return this.#targets.get(name);
  }

  numbered(number: number): NumberedTarget | undefined {
    return this.list().find((target) => target.number === number);
  }
}
