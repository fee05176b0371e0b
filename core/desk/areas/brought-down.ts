// Values from before their row had a maximum that follows from another field of it.

import type { Refusal } from '../../base/refusals.ts';
import type { MaximumBy } from '../../rows/bounds.ts';
import type { SettingChange } from '../../rows/definitions.ts';

/** The change with the maximum that it is refused for, where another value of its row would have allowed it; else undefined. */
export function broughtDown(change: SettingChange | undefined, { errors }: Refusal): SettingChange | undefined {
  const [error] = errors;
  if (change === undefined || error?.code !== 'out-of-range') return undefined;
  const { maximum, maximumBy } = error.params as { readonly maximum?: number; readonly maximumBy?: MaximumBy };
  const [maxima] = Object.values(maximumBy ?? {});
  if (maxima === undefined || maximum === undefined) return undefined;
  const value = change.value as number;
  return value > maximum && value <= Math.max(...Object.values(maxima)) ? { ...change, value: maximum } : undefined;
}
