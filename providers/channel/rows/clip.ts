import { type Audio, type Desk, type Row, view } from 'rowdesk/provider';
import { type Layout, stripPath } from '../../console/index.ts';
import { clipLight } from '../clip-lights.ts';
import { clip, params } from '../contract.ts';
import { stripAddresses } from '../strips.ts';
import { busOf } from '../writers.ts';

/** The clip light of a strip. */
export function clipRow(layout: Layout, audio: Audio, desk: Desk): Row {
  return view('/channel/{kind}/{index}/clip', {
    writers: 'bus',
    busOf,
    summary: 'The clip light of a strip',
    params,
    addresses: stripAddresses(layout),
    fields: clip,
    writable: ['clipped'],
    get: (at, _desk, observed) => clipLight(at, observed),
    // Only the mixer turns a light on: true may be written where it is true already.
    limits: (at, _desk, observed) => ({ clipped: clipLight(at, observed).clipped ? {} : { enum: [false] } }),
    // The mixer tells that it is off before it answers.
    write: async (at, change) => {
      if (change.clipped !== false || !clipLight(at, desk.observed).clipped) return;
      await audio.call('mixer', 'resetClips', { path: stripPath(at) });
    },
  });
}
