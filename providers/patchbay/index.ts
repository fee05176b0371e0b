// What there is to patch, who else patches, and how much of that the desk minds.
import {
  Audio,
  Convergence,
  Desk,
  defineProvider,
  follow,
  Graph,
  Refusal,
  setting,
  stopAll,
  Time,
  view,
  Warnings,
} from 'rowdesk/provider';
import { PatchEdges } from '../patch/index.ts';
import { InputLevels, SourceNames } from '../source/index.ts';
import * as contract from './contract.ts';
import { ExclusiveAccess } from './exclusive-access.ts';
import { ExternalEdges } from './external-edges.ts';
import { filterPath } from './hiding.ts';
import { keepExclusive } from './keeping-exclusive.ts';
import { Nodes } from './nodes.ts';
import { disconnectRow } from './rows/disconnect.ts';
import { exclusiveRow, warnOfSharing } from './rows/exclusive.ts';
import { hotInputsRow } from './rows/hot-inputs.ts';
import { ignoredRows } from './rows/ignored.ts';

export { ignoredPath, patchesItself } from './policies.ts';

export default defineProvider({
  name: 'patchbay',
  needs: {
    audio: Audio,
    convergence: Convergence,
    desk: Desk,
    graph: Graph,
    time: Time,
    warnings: Warnings,
    edges: PatchEdges.token,
    levels: InputLevels.token,
    names: SourceNames.token,
  },
  rows: ({ audio, graph, time, edges, levels, names }) => {
    const nodes = new Nodes(graph, names);
    const external = new ExternalEdges(graph, audio);
    return [
      view('/patchbay/nodes', {
        summary: 'What could be patched',
        fields: contract.nodes,
        get: (_at, desk) => nodes.read(desk),
        watch: follow(nodes),
      }),
      view('/patchbay/devices', {
        summary: 'The devices of the desk',
        fields: contract.devices,
        get: () => ({
          devices: audio.devices.map(({ id, label, model, transport, driver, present, ports }) => {
            const count = (direction: 'input' | 'output') =>
              ports.filter((port) => port.direction === direction).length;
            const driving = audio.clock.driving === id;
            const counts = { inputs: count('input'), outputs: count('output') };
            return { id, label, model, transport, driver, present, driving, ...counts };
          }),
        }),
        watch: follow(audio),
      }),
      view('/patchbay/stageboxes', {
        summary: 'The stageboxes of the desk',
        fields: contract.stageboxes,
        get: () => ({
          devices: audio.boxes.map(({ id, label, model, transport, present }) => {
            return { id, label, model, transport, present };
          }),
        }),
        watch: follow(audio),
      }),
      view('/patchbay/external', {
        summary: 'Links that others made',
        fields: contract.external,
        continuous: true,
        get: () => ({ edges: [...external.list()] }),
        watch: follow(external),
      }),
      view('/patchbay/external/{edgeId}', {
        summary: 'A link that somebody else made',
        params: { edgeId: contract.outsideId },
        addresses: external.addresses(),
        fields: contract.edge,
        continuous: true,
        get: ({ edgeId }) => external.get(edgeId) ?? gone(edgeId),
        watch: follow(external),
      }),
      setting(filterPath, {
        summary: 'Which nodes and ports are shown',
        fields: contract.filter,
        writable: ['include', 'exclude'],
        life: 'site',
      }),
      exclusiveRow(new ExclusiveAccess(graph, external)),
      ...ignoredRows(graph),
      hotInputsRow(levels, edges),
      disconnectRow({ audio, time, external }),
    ];
  },
  start: ({ audio, convergence, desk, graph, time, warnings }) => {
    const external = new ExternalEdges(graph, audio);
    const holding = new ExclusiveAccess(graph, external);
    return stopAll(
      keepExclusive({ audio, convergence, desk, time, external, holding }),
      warnOfSharing(holding, desk, convergence, warnings),
    );
  },
});

function gone(edgeId: string): never {
  throw new Refusal('unknown-row', `The link ${edgeId} has gone.`, { edgeId });
}
