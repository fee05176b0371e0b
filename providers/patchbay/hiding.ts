// What is not offered: what the filter leaves out, and what is to be left alone.
import type { DeskReader } from 'rowdesk/provider';
import { fitsAny } from './globs.ts';
import { policiesIn, policyOf } from './policies.ts';

export const filterPath = '/patchbay/filter';

/**
 * Why a port is not offered, in words; undefined for one that is. A glob that fits its node fits the port too, and a
 * policy of its own counts more than its node's.
 */
export type WhyHidden = (portId: string) => string | undefined;

export function hidingIn(desk: DeskReader): WhyHidden {
  const { include, exclude } = desk.read(filterPath) as Record<'include' | 'exclude', readonly string[]>;
  const [isIncluded, isExcluded] = [fitsAny(include), fitsAny(exclude)];
  const policies = policiesIn(desk);
  return (id) => {
    if (policyOf(id, policies) === 'leave-alone') return `${id} is to be left alone`;
    const node = id.slice(0, Math.max(0, id.lastIndexOf(':')));
    if (isExcluded(node) || !(isIncluded(node) || isIncluded(id))) return `the filter leaves out ${node}`;
    return isExcluded(id) ? `the filter leaves out ${id}` : undefined;
  };
}
