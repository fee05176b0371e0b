// The clipboard: what was copied of a strip, and pasting it onto others. What is copied is kept over a restart, and like
// all of the running show it works while the store can't be written.
import { Desk, defineProvider } from 'rowdesk/provider';
import { StripMoves } from '../channel/index.ts';
import { Layout } from '../console/index.ts';
import { config } from './contract.ts';
import { pasteRow } from './rows/paste.ts';
import { slotRows } from './rows/slots.ts';

export default defineProvider({
  name: 'clipboard',
  config,
  needs: { desk: Desk, layout: Layout, moves: StripMoves.token },
  rows: ({ config: { slots }, desk, layout, moves }) => [
    ...slotRows(layout, moves, slots),
    pasteRow(layout, moves, desk, slots),
  ],
});
