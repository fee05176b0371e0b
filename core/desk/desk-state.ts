// What tells two moments of a desk apart: commits, reports of targets, and addresses that come and go.
import type { DeskOptions } from './desk.ts';

/** The function's text differs once anything has changed that the checks of a commit may read. */
export function stateOf({ observed, registry }: Pick<DeskOptions, 'observed' | 'registry'>, revision: () => number) {
  let outside = 0;
  const changed = () => void outside++;
  observed.onChange(changed);
  registry.onAddressesChanged(changed);
  return () => `${revision()} ${outside}`;
}
