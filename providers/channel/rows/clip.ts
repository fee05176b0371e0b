import { Refusal, type Row, view } from 'rowdesk/provider';
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
    write: async (at, change) => {
      if (change.clipped === true) throw onlyTheMixer();
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

function onlyTheMixer(): Refusal {
  const message = 'clipped is turned on by the mixer only; write false to turn it off.';
  return new Refusal('invalid-fields', message, {}, [
    { field: 'clipped', code: 'not-an-option', message, params: { options: [false] } },
  ]);
}
