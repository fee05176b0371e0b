import { list, object, oneOf, text } from '../shape.ts';
import { ro, row, rw, type SpecRow, task } from '../spec-row.ts';

/** 3, ignored-source policy. */
const policies = ['offered', 'no-auto-patch', 'leave-alone'] as const;

/** 2.3 */
export const patchbay: readonly SpecRow[] = [
  row('2.3', '/patchbay/devices'),
  task('2.3', '/patchbay/disconnect', 'apply'),
  row('2.3', '/patchbay/exclusive', { held: ro(text), wanted: rw(text) }),
  row('2.3', '/patchbay/external', { edges: ro(list) }),
  row('2.3', '/patchbay/external/{edgeId}'),
  row('2.3', '/patchbay/filter', { exclude: rw(list), include: rw(list) }),
  row('2.3', '/patchbay/hotInputs', { inputs: ro(list) }),
  row('2.3', '/patchbay/ignored', { policies: rw(object) }),
  row('2.3', '/patchbay/ignored/{source}', { policy: rw(oneOf(...policies)) }),
  row('2.3', '/patchbay/nodes', { hidden: ro(list), sinks: ro(list), sources: ro(list) }),
  row('2.3', '/patchbay/stageboxes', { devices: ro(list) }),
];
