import { type Audio, type Desk, type ObservedReader, type Row, view } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../../console/index.ts';
import { alignPath, referenceOf, stripNamed, whyNotMeasured } from '../align-references.ts';
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
 * Both are listened to before their align delays, so that the delay to dial in is measured whatever is dialled in
 * already; what those delays leave of it follows from what the mixer has of them.
 * That takes seconds: a GET without watchers gives the last result.
 */
export function measurementRow(layout: Layout, audio: Audio, desk: Desk): Row {
  const results = new Map<string, Result>();
  return view('/channel/{kind}/{index}/align/measurement', {
    summary: 'How much later a strip comes than the reference of its align row',
    params,
    addresses: stripAddresses(layout),
    fields: measurement,
    onDemand: true,
    get: (at, desk, observed) => {
      const reference = referenceOf(at, desk);
      const reason = whyNotMeasured(at, reference, layout);
      const named = stripNamed(reference, layout);
      const last = results.get(stripPath(at));
      if (reason !== '' || named === undefined || last?.reference !== reference) {
        return { at: 0, frames: 0, reference, reason, offsetMs: 0, offsetAfterDelayMs: 0, confidencePercent: 0 };
      }
      const offsetAfterDelayMs = last.offsetMs + delayMsOf(at, observed) - delayMsOf(named, observed);
      return { ...last, reason, offsetAfterDelayMs: Math.round(offsetAfterDelayMs * 1e4) / 1e4 };
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

/** As the mixer has it; 0 before it said so. */
function delayMsOf(ref: StripRef, observed: ObservedReader): number {
  return Number(observed.read(alignPath(ref), 'delayMs')?.value ?? 0);
}
