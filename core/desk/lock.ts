// The console's lock. The provider of the lock's row sets its state; without one the console is unlocked.

import { Refusal } from '../base/refusals.ts';
import type { Change } from '../rows/definitions.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { Lock, Locked } from '../services.ts';

export class ConsoleLock implements Lock {
  #locked: (() => Locked) | undefined;

  use(locked: () => Locked): () => void {
    this.#locked = locked;
    return () => {
      if (this.#locked === locked) this.#locked = undefined;
    };
  }

  /** Read before each commit. */
  get now(): Locked {
    return this.#locked?.() ?? 'none';
  }
}

/** Actors at hardware, which `locked: surface` blocks. */
const isSurface = (actor: string) => actor === 'device' || actor.startsWith('surface:');

/** The refusal of a change by the console's lock; undefined if the change is allowed. */
export function lockRefusal(
  locked: Exclude<Locked, 'none'>,
  actor: string,
  { row }: SettingPlace,
  { path, field, via }: Change,
): Refusal | undefined {
  if (locked === 'surface' && !isSurface(actor)) return undefined;
  const { lockable } = row;
  const isHeld = typeof lockable === 'object' ? !Object.hasOwn(lockable, field) || lockable[field] : lockable;
  if (!isHeld) return undefined;
  return new Refusal('console-locked', `The console is locked; ${via ?? field} can not change.`, { field, path });
}
