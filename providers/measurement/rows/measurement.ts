import { type Row, setting } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { measurementPath, settingNames, settings } from '../contract/settings.ts';

/** `/measurement`: what a run does unless it is told otherwise. It belongs to the room: in no scene and no history. */
export function measurementRow(layout: Layout): Row {
  return setting(measurementPath, {
    summary: 'How loudspeakers and rooms are measured',
    fields: settings(layout),
    writable: settingNames,
    life: 'site',
  });
}
