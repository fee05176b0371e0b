// The desk as a whole: its name, its lock, and its layout, which it offers to the other providers.
import {
  About,
  Audio,
  Desk,
  Drivers,
  defineProvider,
  follow,
  Lock,
  type Locked,
  setting,
  Time,
} from 'rowdesk/provider';
import { config, fields } from './contract.ts';
import { Layout, StripLayout } from './layout.ts';
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

export default defineProvider({
  name: 'console',
  config,
  needs: { about: About, audio: Audio, desk: Desk, drivers: Drivers, lock: Lock, time: Time },
  offers: { layout: Layout, show: ShowState.token },
  services: ({ config }) => ({ layout: new StripLayout(config.layout), show: new ShowState() }),
  rows: ({ about, audio, desk, drivers, time, offered }) => [
    setting('/console', {
      summary: 'The desk as a whole',
      fields,
      writable: ['name', 'locked'],
      life: { name: 'site', locked: 'safety' },
      lockable: { name: true, locked: false },
      computed: () => ({
        sampleRate: audio.clock.rate,
        layout: offered.layout.counts,
        sceneId: '',
        sessionId: '',
        // Where nobody keeps sessions, whatever was changed is in none.
        dirty: desk.revision > 0,
        ...offered.show.read(),
        engine: audio.state,
        version: about.version,
        startedAt: about.startedAt,
      }),
      watch: follow(audio, (changed) => desk.onCommit(changed), offered.show),
    }),
    ...tempoRows(desk, drivers, time),
    oscillatorRow(offered.layout, drivers),
  ],
  start: ({ audio, desk, lock, offered }) => {
    audio.configure(offered.layout.counts);
    return lock.use(() => desk.read('/console').locked as Locked);
  },
});
