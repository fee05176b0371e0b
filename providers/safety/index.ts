// What keeps a show from harm: panic, spares, and loops that are there.
import {
  Audio,
  Desk,
  Documents,
  defineProvider,
  Faults,
  follow,
  Graph,
  Log,
  stopAll,
  Time,
  type Token,
  token,
  view,
  Warnings,
} from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { Loops, PatchEdges } from '../patch/index.ts';
import { loop, safety } from './contract.ts';
import { LoopWatch } from './loop-watch.ts';
import { muteGroups } from './mute-groups.ts';
import { panicTargets } from './panic-targets.ts';
import { panicRows } from './rows/panic.ts';
import { listedSpares, spareRow } from './rows/spares.ts';
import { SpareStrips } from './spare-strips.ts';
import { Spares } from './spares.ts';

const SparesToken: Token<Spares> = token<Spares>('safety.spares');
const LoopWatchToken: Token<LoopWatch> = token<LoopWatch>('safety.loops');
const StripsToken: Token<SpareStrips> = token<SpareStrips>('safety.spareStrips');

export default defineProvider({
  name: 'safety',
  needs: {
    ...{ audio: Audio, desk: Desk, documents: Documents, graph: Graph, log: Log, time: Time, warnings: Warnings },
    ...{ faults: Faults, layout: Layout },
  },
  // A panic there is also where nobody provides a patch, or its provider has a fault.
  optionalNeeds: { edges: PatchEdges.token, loops: Loops.token },
  offers: { loopWatch: LoopWatchToken, spares: SparesToken, strips: StripsToken },
  services: ({ edges, layout, loops, ...needs }) => {
    const strips = new SpareStrips(layout, edges);
    return { strips, spares: new Spares(strips, needs), loopWatch: new LoopWatch({ ...needs, loops }) };
  },
  rows: ({ layout, offered: { loopWatch, spares, strips } }) => [
    view('/safety', {
      summary: 'Mute groups, what a panic silences, and spare sources',
      fields: safety,
      get: (_at, desk) =>
        ({
          muteGroups: muteGroups(layout, desk),
          panic: panicTargets(layout),
          spares: listedSpares(strips, spares, desk),
        }) as never,
      watch: follow(spares),
    }),
    view('/safety/loop', {
      summary: 'Sound that leaves the desk and comes back to where it left; null for none',
      fields: loop,
      get: () => {
        if (loopWatch.loop === null) return { loop: null };
        const { strips: through, edges, since } = loopWatch.loop;
        return { loop: { strips: through, edges, since } } as never;
      },
      watch: follow(loopWatch),
    }),
    ...panicRows(layout),
    spareRow(strips, spares),
  ],
  start: ({ offered: { loopWatch, spares } }) => {
    return stopAll(loopWatch.start(), spares.start());
  },
});
