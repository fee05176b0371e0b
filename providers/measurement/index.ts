// Measuring loudspeakers, rooms and gains.
import { Audio, Desk, Drivers, defineProvider, Graph, Rows, Time } from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { gainRows } from './gain-rows.ts';
import { measurementRow } from './rows/measurement.ts';

export default defineProvider({
  name: 'measurement',
  needs: { layout: Layout, audio: Audio, desk: Desk, drivers: Drivers, graph: Graph, rows: Rows, time: Time },
  rows: (given) => [measurementRow(given.layout), ...gainRows(given)],
});
