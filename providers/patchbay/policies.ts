// What is said of sources: by the id of a node, or of one of its ports, which counts more.
import type { DeskReader, Frozen, Static } from 'rowdesk/provider';
import type { ignored, policy } from './contract.ts';

export const ignoredPath = '/patchbay/ignored';
export type Policy = Static<typeof policy>;
export type Policies = Frozen<Static<(typeof ignored)['policies']>>;

export const policiesIn = (desk: DeskReader): Policies => desk.read(ignoredPath).policies as Policies;

/**
 * Whether the desk may go over to this port of its own accord: only where nobody said that hands patch it. Everything is
 * offered while there is no patchbay.
 */
export function patchesItself(portId: string, desk: DeskReader): boolean {
  return !desk.has(ignoredPath) || policyOf(portId, policiesIn(desk)) === 'offered';
}

/** Of a port `node:port`, or of a node. */
export function policyOf(id: string, policies: Policies): Policy {
  const own = ownPolicy(id, policies);
  if (own !== undefined) return own;
  for (let end = id.lastIndexOf(':'); end > 0; end = id.lastIndexOf(':', end - 1)) {
    const ofNode = ownPolicy(id.slice(0, end), policies);
    if (ofNode !== undefined) return ofNode;
  }
  return 'offered';
}

function ownPolicy(id: string, policies: Policies): Policy | undefined {
  return Object.hasOwn(policies, id) ? policies[id] : undefined;
}
