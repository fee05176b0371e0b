import { alias, follow, type Row } from 'rowdesk/provider';
import type { CombWatch } from '../comb-watch.ts';
import { route, routeId, settableFields } from '../contract.ts';
import type { DirectPaths, DirectRoute } from '../direct-paths.ts';

/** One route inside the hardware: what is set here stands in the row of the hardware. */
export function routeRow(paths: DirectPaths, combs: CombWatch): Row {
  return alias('/directPath/{id}', {
    summary: 'A route inside the hardware, past the desk',
    params: { id: routeId },
    addresses: paths.addresses(),
    fields: route,
    writable: settableFields,
    get: ({ id }, desk, observed) => ({
      ...(paths.find(id, desk, observed) as DirectRoute),
      combs: [...combs.of(id)],
    }),
    set: ({ id }, change) => paths.changes(id, change),
    limits: ({ id }, desk, observed) => paths.limits(id, desk, observed),
    watch: follow(paths, combs),
  });
}
