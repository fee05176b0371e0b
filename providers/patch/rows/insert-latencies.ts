import { type Audio, follow, type Row, setting } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { insertLatencyFields, insertsSetting } from '../insert-contract.ts';
import { insertLatencies, latenciesPath } from '../insert-latencies.ts';
import { insertsPath, switchedInserts } from '../inserts.ts';

/** Where inserts through hardware are kept, and how long their ways take. */
export function insertRows(layout: Layout, audio: Audio): readonly Row[] {
  return [
    setting(insertsPath, {
      summary: 'Inserts of strips that go through hardware; /patch shows and writes them with the rest of the patch',
      fields: insertsSetting(layout),
      writable: ['inserts'],
      target: 'mixer',
      implies: (_change, desk, before) => switchedInserts(desk, before),
      area: 'patch',
    }),
    setting(latenciesPath, {
      summary: 'How long the ways through the hardware of inserts take, and which of them were measured',
      fields: insertLatencyFields(layout),
      writable: ['measured'],
      life: 'site',
      target: { latencies: 'mixer' },
      computed: (_at, desk) => ({ latencies: insertLatencies(desk, audio) as never }),
      sends: {
        values: (_at, desk) => ({ latencies: insertLatencies(desk, audio) }),
        watch: (changed) => audio.onChange(changed),
      },
      watch: follow(audio),
    }),
  ];
}
