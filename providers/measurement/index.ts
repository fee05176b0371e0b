// Measuring loudspeakers, rooms and gains.
import { defineProvider } from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { measurementRow } from './rows/measurement.ts';

export default defineProvider({
  name: 'measurement',
  needs: { layout: Layout },
  rows: ({ layout }) => [measurementRow(layout)],
});
