import { follow, type Row, setting } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { measurement, measurementPath, settingNames } from '../contract/settings.ts';
import type { Measuring } from '../measuring.ts';
import type { ResultLibrary } from '../result-library.ts';

/** `/measurement`: what a run does unless it is told otherwise. It belongs to the room: in no scene and no history. */
export function measurementRow(layout: Layout, measuring: Measuring, library: ResultLibrary): Row {
  return setting(measurementPath, {
    summary: 'How loudspeakers and rooms are measured',
    fields: measurement(layout),
    writable: settingNames,
    life: 'site',
    computed: () => ({ running: measuring.isRunning, count: library.count }),
    watch: follow(measuring, library),
  });
}
