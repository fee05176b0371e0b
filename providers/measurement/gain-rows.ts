// The rows of gain, and what they share.
import type { Audio, Desk, Drivers, Graph, Row, Rows, Time } from 'rowdesk/provider';
import { Processors } from '../channel/index.ts';
import type { Layout } from '../console/index.ts';
import { PatchEdges } from '../patch/index.ts';
import { GainSources } from './gain-sources.ts';
import { gainRow } from './rows/gain.ts';
import { recalibrateRow } from './rows/recalibrate.ts';

export interface GainRowsNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly drivers: Drivers;
  readonly graph: Graph;
  readonly layout: Layout;
  readonly rows: Rows;
  readonly time: Time;
}

export function gainRows({ drivers, graph, rows, ...needs }: GainRowsNeeds): readonly Row[] {
  const { audio, layout } = needs;
  const edges = new PatchEdges({ audio, graph, layout });
  const sources = new GainSources({ audio, rows, layout, edges });
  const processors = new Processors(drivers.processors);
  return [
    gainRow(layout, { ...needs, edges, sources }),
    recalibrateRow(layout, { ...needs, edges, sources, processors }),
  ];
}
