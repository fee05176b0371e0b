// What is not offered: what the filter leaves out, and what is to be left alone.
import type { DeskReader } from 'rowdesk/provider';
import { fitsAny } from './globs.ts';
import { policiesIn, policyOf } from './policies.ts';

export const filterPath = '/patchbay/filter';

export interface Hiding {
  /** Why a node is not offered, in words; undefined for one that is. */
  ofNode(id: string): string | undefined;
  /** As of its node, but for what is said of the port alone. */
  ofPort(id: string): string | undefined;
}

export function hidingIn(desk: DeskReader): Hiding {
  const { include, exclude } = desk.read(filterPath) as Record<'include' | 'exclude', readonly string[]>;
  const [isIncluded, isExcluded] = [fitsAny(include), fitsAny(exclude)];
  const policies = policiesIn(desk);
  const why = (id: string, node: string) => {
    if (policyOf(id, policies) === 'leave-alone') return `${id} is to be left alone`;
    return isIncluded(node) && !isExcluded(node) ? undefined : `the filter leaves out ${node}`;
  };
  return {
    ofNode: (id) => why(id, id),
    ofPort: (id) => why(id, id.slice(0, Math.max(0, id.lastIndexOf(':')))),
  };
}
