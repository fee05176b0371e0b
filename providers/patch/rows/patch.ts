import { type Audio, alias, type Documents, follow, type Graph, type Limits, type Row } from 'rowdesk/provider';
import type { Layout, MixerRow } from '../../console/index.ts';
import { type InputItem, type OutputItem, patch, startingOutputs } from '../contract.ts';
import { refuseDuplicates } from '../duplicates.ts';
import { entries } from '../entrances.ts';
import type { InsertItem } from '../insert-contract.ts';
import { refuseUnknownPorts } from '../insert-faults.ts';
import { insertsOf } from '../inserts.ts';
import type { LivePatch } from '../live-patch.ts';
import { missingIn } from '../missing.ts';
import type { ServerPorts } from '../server-ports.ts';
import type { StoredPatches } from '../stored-patches.ts';

export interface PatchRowNeeds {
  readonly layout: Layout;
  /** Of the outputs. */
  readonly mixer: MixerRow;
  readonly audio: Audio;
  readonly documents: Documents;
  readonly graph: Graph;
  readonly live: LivePatch;
  readonly servers: ServerPorts;
  readonly stored: StoredPatches;
}

/** The whole patch in one row: what strips hear, which is theirs, and what outputs play. */
export function patchRow({ layout, mixer, audio, documents, graph, live, servers, stored }: PatchRowNeeds): Row {
  const start = { inputs: [], outputs: startingOutputs(layout) };
  return alias('/patch', {
    summary: 'What strips hear, and where they are heard',
    fields: patch(layout, mixer),
    writable: ['inputs', 'outputs', 'inserts'],
    largeBody: true,
    get: (_at, desk, observed) => {
      const content = live.read(desk);
      return {
        ...content,
        missing: missingIn([...live.edgesOf(content), ...live.exits(desk), ...entries(desk)], {
          audio,
          servers,
          desk,
          observed,
        }),
        dirty: !stored.isSamePatch(content, start) && !stored.holds(content),
      } as never;
    },
    set: (_at, change, desk) => {
      const inputs = change.inputs as readonly InputItem[] | undefined;
      const outputs = change.outputs?.map((item) => ({ ...item, levelDb: item.levelDb ?? 0 }) as OutputItem);
      const inserts = change.inserts as readonly InsertItem[] | undefined;
      const content = {
        ...(inputs === undefined ? {} : { inputs }),
        ...(outputs === undefined ? {} : { outputs }),
        ...(inserts === undefined ? {} : { inserts }),
      };
      refuseDuplicates(content);
      if (inserts !== undefined) refuseUnknownPorts(inserts, insertsOf(desk), { audio, live, servers });
      return live.changes(content, desk);
    },
    // Where nobody provides strips there is nothing that could hear.
    limits: (_at, desk): Limits => (live.sourceStrips(desk).length === 0 ? { inputs: { maxItems: 0 } } : {}),
    watch: follow(audio, graph, (changed) => documents.onChange((kind) => kind === 'patch' && changed())),
  });
}
