// Direct paths: what the hardware plays by itself from a source to an output, past the desk.
import { defineProvider, Faults, Listeners } from 'rowdesk/provider';
import { DirectPaths } from './direct-paths.ts';
import { routeRow } from './rows/route.ts';
import { routesRow } from './rows/routes.ts';

export { DirectPaths, type DirectRoute, type DirectRoutes, type RouteChange } from './direct-paths.ts';

export default defineProvider({
  name: 'directPath',
  needs: { faults: Faults },
  offers: { paths: DirectPaths.token },
  services: ({ faults }) => ({ paths: new DirectPaths(new Listeners(faults, 'a listener of direct paths')) }),
  rows: ({ offered: { paths } }) => [routesRow(paths), routeRow(paths)],
});
