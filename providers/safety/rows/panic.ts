import { type Row, setting, view } from 'rowdesk/provider';
import { type Layout, oscillatorPath } from '../../console/index.ts';
import { talkbackPaths } from '../../talkback/index.ts';
import { panic, targets } from '../contract.ts';
import { panicTargets } from '../panic-targets.ts';

/** What is off after a panic on all: nobody shall be surprised by it when the panic is lifted. */
const switchedOff = [
  ...talkbackPaths.map((path) => ({ path, field: 'on' })),
  { path: oscillatorPath, field: 'enabled' },
];

/** The panic survives restarts; no undo, no scene and no lock touches it. All else is as it was when it is lifted. */
export function panicRows(layout: Layout): readonly Row[] {
  return [
    setting('/safety/panic', {
      writers: 'mix',
      summary: 'Silence within 10 ms, for as long as it is set; lifted over 200 ms, with everything as it was',
      fields: panic,
      writable: ['scope'],
      target: 'mixer',
      life: 'safety',
      lockable: false,
      implies: ({ value }, desk) =>
        value === 'all'
          ? switchedOff.filter(({ path }) => desk.has(path)).map((change) => ({ ...change, value: false }))
          : [],
    }),
    view('/safety/panic/targets', {
      summary: 'What a panic silences',
      fields: targets,
      get: () => panicTargets(layout) as never,
    }),
  ];
}
