import { type Desk, type Row, task } from 'rowdesk/provider';
import type { PatchEdges } from '../../patch/index.ts';
import { disconnectExtra } from '../contract.ts';
import type { ExternalEdges } from '../external-edges.ts';
import { policiesIn, policyOf } from '../policies.ts';

interface Kept {
  readonly edge: string;
  /** In words. */
  readonly reason: string;
}

/** Takes edges out of the patch: those that are named, or all. Links of others are theirs. */
export function disconnectRow(desk: Desk, edges: PatchEdges, external: ExternalEdges): Row {
  return task('/patchbay/disconnect', {
    summary: 'Takes edges out of the patch; says what would go unless apply is true',
    extra: disconnectExtra,
    run: async (_at, { apply = false, edges: named = [], all = false }, { actor, refuse, progress }) => {
      if (!all && named.length === 0)
        return refuse('conflict', { reason: 'nothing-named', remedy: 'name edges, or all' });
      const patched = new Map(edges.list(desk).map((edge) => [edge.id, edge]));
      const others = new Map(external.list().map((edge) => [edge.edgeId, edge]));
      const policies = policiesIn(desk);
      const kept: Kept[] = [];
      const gone = new Set<string>();
      for (const id of new Set(all ? [...patched.keys(), ...others.keys(), ...named] : named)) {
        const edge = patched.get(id);
        const isAlone = edge?.direction === 'input' && policyOf(edge.from, policies) === 'leave-alone';
        if (others.has(id))
          kept.push({ edge: id, reason: `${others.get(id)?.owner} made it; the desk does not undo it` });
        else if (edge === undefined) kept.push({ edge: id, reason: 'there is no such edge' });
        else if (isAlone && !named.includes(id)) kept.push({ edge: id, reason: 'its source is to be left alone' });
        else gone.add(id);
      }
      if (!apply) return { preview: true, disconnected: [], wouldDisconnect: [...gone], kept };
      progress(0, gone.size, 'muted');
      const { gone: went, isConfirmed } = await edges.disconnect(gone, actor);
      const stayed = [...gone].filter((id) => !went.includes(id));
      // The right leg of a stereo strip that was given no port of its own goes with the left one.
      for (const edge of stayed) kept.push({ edge, reason: 'it follows the left leg of its strip' });
      const outcome = kept.length > 0 ? 'in-part' : isConfirmed ? 'applied' : 'unverified';
      return { outcome, disconnected: went, kept };
    },
  });
}
