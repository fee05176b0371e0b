import { type Alignment, type Audio, type Desk, type Row, view } from 'rowdesk/provider';
import { type Layout, stripPath } from '../../console/index.ts';
import { alignPath, referenceOf, whyNotMeasured } from '../align-references.ts';
import { measurement, params } from '../contract.ts';
import { stripAddresses } from '../strips.ts';

const nothing = {
  ...{ at: 0, frames: 0, offsetMs: 0, offsetAfterDelayMs: null, confidencePercent: 0, confidenceAfterDelayPercent: 0 },
};

/**
 * How much later a strip comes than the reference of its align row, by cross-correlation, for as long as it is watched.
 * Both are listened to before their delays, so that the delay to dial in is measured whatever is dialled in already; and
 * behind them, which confirms it. That takes seconds: a GET without watchers gives the last result.
 */
export function measurementRow(layout: Layout, audio: Audio, desk: Desk): Row {
  const results = new Map<string, Alignment & { readonly at: number }>();
  return view('/channel/{kind}/{index}/align/measurement', {
    summary: 'How much later a strip comes than the reference of its align row',
    params,
    addresses: stripAddresses(layout),
    fields: measurement,
    onDemand: true,
    get: (at, desk) => {
      const reference = referenceOf(at, desk);
      const reason = whyNotMeasured(at, reference, layout);
      const last = results.get(stripPath(at));
      const isMeasured = reason === '' && last?.reference === reference;
      return { ...(isMeasured ? last : nothing), reference, reason };
    },
    watch: (at, changed) => {
      const path = stripPath(at);
      let reference = '';
      let stopReading = () => {};
      const follow = () => {
        const wanted = referenceOf(at, desk);
        if (wanted === reference) return;
        reference = wanted;
        stopReading();
        const isMeasured = wanted !== '' && whyNotMeasured(at, wanted, layout) === '';
        stopReading = isMeasured ? read(wanted) : () => {};
      };
      const read = (against: string) =>
        audio.readAlignment(path, `/channel/${against}`, (alignment, atMs) => {
          results.set(path, { ...alignment, at: atMs, reference: against });
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
