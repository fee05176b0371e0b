import { type Row, setting } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { ofDesk, ofMixer, ofRecorder, playerTarget, type Settings, sent, settings, settingsPath } from '../contract.ts';
import type { Lanes } from '../lanes.ts';

/** `/vsc/settings`: what is stored. It belongs to the desk, not to the show: neither a scene nor undo engages a take. */
export function settingsRow(layout: Layout, lanes: Lanes): Row {
  const fields = [...ofMixer, 'play'].map((field) => [field, 'mixer'] as const);
  return setting(settingsPath, {
    summary: 'What is stored of the virtual soundcheck; /vsc shows and writes it together with the player',
    fields: { ...settings(layout), ...sent(layout) },
    writable: [...ofMixer, ...ofRecorder, ...ofDesk],
    life: 'site',
    target: Object.fromEntries([...fields, ...ofRecorder.map((field) => [field, playerTarget] as const)]),
    computed: (_at, desk) => ({ play: lanes.of(desk) as never }),
    sends: {
      values: (_at, desk) => ({ play: lanes.of(desk) }),
      watch: (changed) => lanes.onChange(changed),
    },
    watch: (_at, changed) => lanes.onChange(changed),
    implies: (change) => {
      // A written mapping is one by hand.
      if (change.field !== 'mapping' || (change.value as Settings['mapping']).length === 0) return [];
      return [{ path: settingsPath, field: 'by', value: 'hand' }];
    },
  });
}
