import { follow, type Row, view } from 'rowdesk/provider';
import { routes } from '../contract.ts';
import type { DirectPaths } from '../direct-paths.ts';

const without = 'No device with direct paths is here: none whose driver can set routes inside the hardware';

/** The routes inside the hardware. */
export function routesRow(paths: DirectPaths): Row {
  return view('/directPath', {
    summary: 'What is heard past the desk, by routes inside the hardware',
    fields: routes,
    atMostEveryMs: 100,
    get: (_at, desk, observed) => {
      const available = paths.ids.length > 0;
      return { available, reason: available ? '' : without, routes: [...paths.list(desk, observed)] };
    },
    watch: follow(paths),
  });
}
