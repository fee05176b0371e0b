// The desk as a whole: its name, its lock, and its layout, which it offers to the other providers.
import {
  About,
  Audio,
  Desk,
  Drivers,
  defineProvider,
  HeldSwitch,
  Lock,
  type Locked,
  Log,
  Time,
  Warnings,
  Watching,
} from 'rowdesk/provider';
import { config } from './contract.ts';
import { Layout, StripLayout } from './layout.ts';
import { consoleRow } from './rows/console.ts';
import { heldOscillator, oscillatorPath, oscillatorRow } from './rows/oscillator.ts';
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
  needs: {
    about: About,
    audio: Audio,
    desk: Desk,
    drivers: Drivers,
    lock: Lock,
    log: Log,
    time: Time,
    warnings: Warnings,
    watching: Watching,
  },
  offers: { layout: Layout, show: ShowState.token },
  services: ({ config }) => ({ layout: new StripLayout(config.layout), show: new ShowState() }),
  rows: ({ about, audio, desk, drivers, time, offered }) => [
    consoleRow({ about, audio, desk, drivers, layout: offered.layout, show: offered.show }),
    ...tempoRows(desk, drivers, time),
    oscillatorRow(offered.layout, drivers),
  ],
  start: ({ audio, desk, lock, log, time, warnings, watching, offered }) => {
    audio.configure(offered.layout.counts);
    const held = new HeldSwitch(heldOscillator, { desk, log, time, warnings, watching });
    const stops = [
      lock.use(() => desk.read('/console').locked as Locked),
      desk.onCommit((_revision, paths, actor, address) => {
        if (paths.includes(oscillatorPath)) held.follow({ actor, address });
      }),
      () => held.stop(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
});
