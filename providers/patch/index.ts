// What strips hear and where they are heard, as it is now and as it was stored.
import {
  Audio,
  Desk,
  Documents,
  Drivers,
  defineProvider,
  Faults,
  Graph,
  Listeners,
  Summary,
  stopAll,
  Time,
  Validators,
} from 'rowdesk/provider';
import { Layout, MixerRow } from '../console/index.ts';
import { PatchedNames } from '../stagebox/index.ts';
import { Assigning } from './assigning.ts';
import { refuseDuplicates } from './duplicates.ts';
import { insertValidator } from './insert-faults.ts';
import { latenciesPath, measuredIn } from './insert-latencies.ts';
import { insertsOf, insertsPath } from './inserts.ts';
import { outputsPath } from './live-patch.ts';
import { Loops } from './loops.ts';
import { PatchEdges } from './patch-edges.ts';
import { PatchedPorts } from './patched-ports.ts';
import { Returns } from './returns.ts';
import { applyRow } from './rows/apply.ts';
import { insertRows } from './rows/insert-latencies.ts';
import { measureInsertRow } from './rows/measure-insert.ts';
import { patchRow } from './rows/patch.ts';
import { serverRow } from './rows/servers.ts';
import { settingRows } from './rows/settings.ts';
import { storedRows } from './rows/stored.ts';
import { storingRows } from './rows/storing.ts';
import { StoredPatches } from './stored-patches.ts';
import { summaryOf } from './summary.ts';

export { type SourceKind, sourceLegs, twoLegged } from './contract.ts';
export { insertsOf, insertsPath, placePath } from './inserts.ts';
export { type Loop, Loops } from './loops.ts';
export { PatchEdges } from './patch-edges.ts';

export default defineProvider({
  name: 'patch',
  roots: ['patch', 'patches'],
  needs: {
    audio: Audio,
    desk: Desk,
    documents: Documents,
    drivers: Drivers,
    faults: Faults,
    graph: Graph,
    validators: Validators,
    layout: Layout,
    summary: Summary,
    time: Time,
  },
  optionalNeeds: { patchedNames: PatchedNames.token },
  offers: { edges: PatchEdges.token, loops: Loops.token },
  services: ({ audio, graph, layout }) => {
    const edges = new PatchEdges({ audio, graph, layout });
    return { edges, loops: new Loops(edges.live, edges.paths, new Returns(graph, edges.servers)) };
  },
  rows: ({ audio, desk, documents, drivers, graph, layout, time, offered }) => {
    const { live, paths, servers } = offered.edges;
    const stored = new StoredPatches(documents);
    const mixer = new MixerRow(drivers, outputsPath);
    return [
      patchRow({ layout, mixer, audio, documents, graph, live, servers, stored }),
      ...settingRows(layout, mixer),
      ...insertRows(layout, audio),
      measureInsertRow({ audio, desk, layout, time }),
      serverRow(servers),
      ...storedRows(layout, mixer, stored, live),
      ...storingRows(desk, live, stored, time),
      applyRow(layout, stored, { desk, audio, servers, time, live, paths }),
    ];
  },
  start: ({ audio, desk, faults, graph, layout, patchedNames, summary, time, validators, offered }) => {
    const { edges, loops } = offered;
    const { live, servers } = edges;
    const listeners = new Listeners(faults, 'a listener of names of ports');
    const ports = new PatchedPorts({ desk, audio, layout, edges, listeners });
    return stopAll(
      validators.use((after, before, paths) => {
        if (paths.includes(outputsPath)) refuseDuplicates({ outputs: live.outputs(after) });
        if (paths.includes(insertsPath)) refuseDuplicates({ inserts: insertsOf(after) });
        if (paths.includes(latenciesPath)) refuseDuplicates({ measured: measuredIn(after) });
        loops.check(after, before, paths);
      }),
      validators.use(insertValidator({ audio, live, servers })),
      new Assigning({ audio, desk, faults, graph, live, servers, time }).start(),
      ports.start(),
      patchedNames?.use(ports) ?? (() => {}),
      summary.use(() => summaryOf({ audio, graph, live, desk })),
    );
  },
});
