import { alias, type Graph, type Row, setting } from 'rowdesk/provider';
import { ignored, outsideId, policy } from '../contract.ts';
import { ignoredPath, policiesIn, policyOf } from '../policies.ts';

/** What is said of sources; of one source: its own word, or that of its node. */
export function ignoredRows(graph: Graph): readonly Row[] {
  return [
    setting(ignoredPath, {
      summary: 'Sources that are not simply offered',
      fields: ignored,
      writable: ['policies'],
      life: 'site',
    }),
    alias('/patchbay/ignored/{source}', {
      summary: 'What is said of a source',
      params: { source: outsideId },
      addresses: {
        // Something may be said of what is not there.
        has: () => true,
        list: () => graph.nodes.filter(({ kind }) => kind !== 'mixer').map(({ id }) => ({ source: id })),
        watch: (changed) => graph.onChange(changed),
      },
      fields: { policy },
      writable: ['policy'],
      get: ({ source }, desk) => ({ policy: policyOf(source, policiesIn(desk)) }),
      set: ({ source }, change, desk) => {
        if (change.policy === undefined) return [];
        const policies = { ...policiesIn(desk), [source]: change.policy };
        return [{ path: ignoredPath, field: 'policies', value: policies, via: 'policy' }];
      },
    }),
  ];
}
