// Direct paths: what the hardware plays by itself from a source to an output, past the desk.
import { Audio, Desk, defineProvider, Faults, Graph, Listeners, stopAll, Time, Warnings } from 'rowdesk/provider';
import { PatchEdges } from '../patch/index.ts';
import { Latencies } from '../telemetry/index.ts';
import { warnOfCombs } from './comb-warnings.ts';
import { CombWatch } from './comb-watch.ts';
import { DirectPaths } from './direct-paths.ts';
import { routeRow } from './rows/route.ts';
import { routesRow } from './rows/routes.ts';
import { sourceRow } from './rows/source.ts';

export { DirectPaths, type DirectRoute, type DirectRoutes, type RouteChange } from './direct-paths.ts';

export default defineProvider({
  name: 'directPath',
  needs: { audio: Audio, desk: Desk, faults: Faults, graph: Graph, time: Time, warnings: Warnings },
  optionalNeeds: { edges: PatchEdges.token, latencies: Latencies.token },
  offers: { combs: CombWatch.token, paths: DirectPaths.token },
  services: ({ faults, ...needs }) => {
    const paths = new DirectPaths(needs.desk, new Listeners(faults, 'a listener of direct paths'));
    const listeners = new Listeners(faults, 'a listener of combs');
    return { combs: new CombWatch({ ...needs, paths, listeners }), paths };
  },
  rows: ({ audio, graph, offered: { combs, paths } }) => [
    routesRow(paths),
    routeRow(paths, combs),
    sourceRow(paths, audio, graph),
  ],
  start: ({ audio, warnings, offered: { combs, paths } }) =>
    stopAll(paths.follow(audio), combs.start(), warnOfCombs(combs, warnings)),
});
