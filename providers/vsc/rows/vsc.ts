import { alias, type Change, type DeskReader, type Row } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import type { PatchEdges } from '../../patch/index.ts';
import { ofDesk, ofMixer, ofRecorder, settingsPath, transportPath, vsc, vscPath } from '../contract.ts';
import { settingsOf } from '../engaging.ts';
import type { Lanes } from '../lanes.ts';
import { playerState } from '../player-state.ts';
import { followPosition, type TransportNeeds } from './transport.ts';

const stored = [...ofMixer, ...ofRecorder, ...ofDesk] as const;

export interface VscNeeds extends Pick<TransportNeeds, 'time' | 'absentReason'> {
  readonly layout: Layout;
  readonly edges: Pick<PatchEdges, 'live'>;
  readonly lanes: Lanes;
}

/** `/vsc`: settings and player in one row. */
export function vscRow({ layout, edges, lanes, time, absentReason }: VscNeeds): Row {
  return alias(vscPath, {
    summary: 'The virtual soundcheck: a take in the place of the sources of strips',
    fields: vsc(layout),
    writable: [...stored, 'transport', 'positionS'],
    get: (_at, desk, observed) => {
      const settings = settingsOf(desk);
      return {
        ...Object.fromEntries(stored.map((field) => [field, settings[field]])),
        mapping: lanes.mapping(desk),
        ...playerState(observed, settings, time.now(), absentReason),
        patchBefore: patchOf(edges, desk),
      } as never;
    },
    set: (_at, change) =>
      Object.entries(change).map(([field, value]): Change => {
        const path = field === 'transport' || field === 'positionS' ? transportPath : settingsPath;
        return { path, field, value, via: field };
      }),
    watch: (at, changed) => {
      const stops = [followPosition(time)(at, changed), lanes.onChange(changed)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
}

/** The patch of the strips that have a source: nothing of the soundcheck is written there. */
export const patchOf = (edges: Pick<PatchEdges, 'live'>, desk: DeskReader) =>
  edges.live.inputs(desk).map(({ strip, leg = 'left', sourceId, spareSourceId = '' }) => {
    return { strip, leg, sourceId, spareSourceId };
  });
