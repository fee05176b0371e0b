// The desk as a whole: its name, its lock, and its layout, which it offers to the other providers.
import { About, Audio, Desk, Drivers, defineProvider, Lock, type Locked, Time } from 'rowdesk/provider';
import { config } from './contract.ts';
import { Layout, StripLayout } from './layout.ts';
import { consoleRow } from './rows/console.ts';
import { oscillatorRow } from './rows/oscillator.ts';
import { tempoRows } from './rows/tempo.ts';
import { ShowState } from './show-state.ts';

export { mutedBy } from './contract.ts';
export {
  kindLabels,
  Layout,
  mostStrips,
  type StripKind,
  type StripRef,
  stripKinds,
  stripName,
  stripPath,
} from './layout.ts';
export { MixerRow, rangeWords } from './mixer-row.ts';
export { mutedByPanic } from './muted-by-panic.ts';
export { oscillatorPath } from './rows/oscillator.ts';
export { type ShowFacts, type ShowPart, ShowState } from './show-state.ts';
export { refOrNull, refsInOrder } from './strip-refs.ts';

export default defineProvider({
  name: 'console',
  config,
  needs: { about: About, audio: Audio, desk: Desk, drivers: Drivers, lock: Lock, time: Time },
  offers: { layout: Layout, show: ShowState.token },
  services: ({ config }) => ({ layout: new StripLayout(config.layout), show: new ShowState() }),
  rows: ({ about, audio, desk, drivers, time, offered }) => [
    consoleRow({ about, audio, desk, drivers, layout: offered.layout, show: offered.show }),
    ...tempoRows(desk, drivers, time),
    oscillatorRow(offered.layout, drivers),
  ],
  start: ({ audio, desk, lock, offered }) => {
    audio.configure(offered.layout.counts);
    return lock.use(() => desk.read('/console').locked as Locked);
  },
});
