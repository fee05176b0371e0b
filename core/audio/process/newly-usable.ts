// Which discovered models are worth another attempt. Pure.
import type { DiscoveredModel } from '../../driver.ts';
import type { Status } from '../link/shapes.ts';

/** Ids of the models that came, and of sound cards that no program holds any more. */
export function newlyUsable(before: Status['models'], now: Status['models']): readonly string[] {
  const known = new Map(before.map(({ model }) => [model.id, model]));
  const isFreed = ({ id, card }: DiscoveredModel) => !card?.heldBy && known.get(id)?.card?.heldBy;
  return now.filter(({ model }) => !known.has(model.id) || isFreed(model)).map(({ model }) => model.id);
}
