import { type Row, task } from 'rowdesk/provider';
import { disconnectExtra } from '../contract.ts';
import { type EndingNeeds, end, endable } from '../ending-links.ts';

/** Ends the links that others made, but for those at what the filter leaves out or is to be left alone. */
export function disconnectRow(needs: EndingNeeds): Row {
  return task('/patchbay/disconnect', {
    summary: 'Ends links that others made; says what would go unless apply is true',
    extra: disconnectExtra,
    run: async (_at, { apply = false }, { desk, progress, works }) => {
      const { edges, kept } = endable(needs.external, desk);
      const ids = edges.map(({ edgeId }) => edgeId);
      works({ edges: ids });
      if (!apply) return { preview: true, disconnected: [], wouldDisconnect: ids, kept: [...kept] };
      progress(0, ids.length, 'ending');
      const stayed = await end(edges, needs);
      progress(ids.length, ids.length, 'ended');
      const left = [...kept, ...stayed];
      const disconnected = ids.filter((id) => !stayed.some(({ edge }) => edge === id));
      const outcome = left.length === 0 ? 'applied' : disconnected.length === 0 ? 'refused' : 'in-part';
      return { outcome, disconnected, kept: left };
    },
  });
}
