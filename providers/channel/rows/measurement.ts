import { type Audio, type Desk, type Row, view } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../../console/index.ts';
import { measurement, params } from '../contract.ts';
import { stripAddresses } from '../strips.ts';

interface Result {
  readonly at: number;
  readonly reference: string;
  readonly frames: number;
  readonly offsetMs: number;
  readonly confidencePercent: number;
}

/**
 * How much later a strip comes than the reference of its align row, by cross-correlation, for as long as it is watched.
 * That takes seconds: a GET without watchers gives the last result.
 */
export function measurementRow(layout: Layout, audio: Audio, desk: Desk): Row {
  const results = new Map<string, Result>();
  const alignPath = (ref: StripRef) => `${stripPath(ref)}/align`;
  return view('/channel/{kind}/{index}/align/measurement', {
    summary: 'How much later a strip comes than the reference of its align row',
    params,
    addresses: stripAddresses(layout),
    fields: measurement,
    onDemand: true,
    get: (at, desk) => {
      const reference = desk.read(alignPath(at)).reference as string;
      const last = results.get(stripPath(at));
      if (last?.reference === reference) return last;
      return { at: 0, frames: 0, reference, offsetMs: 0, confidencePercent: 0 };
    },
    watch: (at, changed) => {
      const path = stripPath(at);
      let reference = '';
      let stopReading = () => {};
      const follow = () => {
        const wanted = desk.read(alignPath(at)).reference as string;
        if (wanted === reference) return;
        reference = wanted;
        stopReading();
        stopReading = wanted === '' ? () => {} : read(wanted);
      };
      const read = (against: string) =>
        audio.readAlignment(path, `/channel/${against}`, ({ frames, offsetMs, confidencePercent }, atMs) => {
          results.set(path, { at: atMs, reference: against, frames, offsetMs, confidencePercent });
          changed();
        });
      const stopFollowing = desk.onCommit((_revision, paths) => {
        if (paths.includes(alignPath(at))) follow();
      });
      follow();
      return () => {
        stopFollowing();
        stopReading();
      };
    },
  });
}
