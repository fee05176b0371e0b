import { type Audio, follow, type Graph, type Row, view } from 'rowdesk/provider';
import { ofSource, portId } from '../contract.ts';
import type { DirectPaths } from '../direct-paths.ts';

/** Where a source can be heard past the desk. */
export function sourceRow(paths: DirectPaths, audio: Audio, graph: Graph): Row {
  return view('/directPath/sources/{sourceId}', {
    summary: 'The outputs where the hardware can play a source by itself, silent or not',
    params: { sourceId: portId },
    addresses: paths.sourceAddresses(),
    fields: ofSource,
    atMostEveryMs: 100,
    get: ({ sourceId }, desk, observed) => {
      const found = (paths.bySource.get(sourceId) ?? []).map((id) => paths.find(id, desk, observed));
      const outputs = found.flatMap((route) => {
        if (route === undefined) return [];
        const { id, outputId, levelDb, pan, muted } = route;
        return [{ id, outputId, label: labelOf(outputId, audio, graph) ?? id, levelDb, pan, muted }];
      });
      return { outputs };
    },
    watch: follow(paths, audio),
  });
}

/** As its device calls it; undefined for an output that no port stands for. */
function labelOf(port: string, { devices, boxes }: Audio, { nodes }: Graph): string | undefined {
  if (port === '') return undefined;
  const ports = [...boxes, ...devices, ...nodes].flatMap((owner): readonly Labelled[] => owner.ports);
  return ports.find(({ id }) => id === port)?.label;
}

interface Labelled {
  readonly id: string;
  readonly label: string;
}
