import { type Row, view } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import type { ClipLights } from '../clip-lights.ts';
import { clip, params } from '../contract.ts';
import { stripAddresses, stripPath } from '../strips.ts';

/** The clip light of a strip. */
export function clipRow(layout: Layout, lights: ClipLights): Row {
  return view('/channel/{kind}/{index}/clip', {
    summary: 'The clip light of a strip',
    params,
    addresses: stripAddresses(layout),
    fields: clip,
    writable: ['clipped'],
    get: (at) => lights.of(stripPath(at)),
    // Only the mixer turns a light on: true may be written where it is true already.
    limits: (at) => ({ clipped: lights.of(stripPath(at)).clipped ? {} : { enum: [false] } }),
    write: async (at, change) => {
      if (change.clipped === false) await lights.clear(stripPath(at));
    },
    watch: (at, changed) => {
      const path = stripPath(at);
      return lights.onChange((paths) => {
        if (paths.has(path)) changed();
      });
    },
  });
}
