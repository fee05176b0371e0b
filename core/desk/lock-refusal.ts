import { Refusal } from '../base/refusals.ts';
import type { SettingChange } from '../rows/definitions.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { Locked } from '../services.ts';

/** Actors whose hands are on hardware: what `locked: surface` holds. */
const isSurface = (actor: string) => actor === 'device' || actor.startsWith('surface:');

/** Why the lock of the console keeps this actor from a change; undefined where it does not. */
export function lockRefusal(
  locked: Exclude<Locked, 'none'>,
  actor: string,
  { row }: SettingPlace,
  { path, field, via }: SettingChange,
): Refusal | undefined {
  if (locked === 'surface' && !isSurface(actor)) return undefined;
  const { lockable } = row;
  const isHeld = typeof lockable === 'object' ? !Object.hasOwn(lockable, field) || lockable[field] : lockable;
  if (!isHeld) return undefined;
  return new Refusal('console-locked', `The console is locked; ${via ?? field} can not change.`, { field, path });
}
