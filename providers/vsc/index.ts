// The virtual soundcheck: a take in the place of the strips' sources, with the patch untouched below it.
import { Audio, Desk, Drivers, defineProvider, Faults, stopAll, Time, Validators } from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { PatchEdges } from '../patch/index.ts';
import { whyAbsent } from '../record/index.ts';
import { TakeLibrary, TakeLocks } from '../takes/index.ts';
import { engagingValidator, settingsOf } from './engaging.ts';
import { Lanes } from './lanes.ts';
import { LoadedTake } from './loaded-take.ts';
import { Player } from './player.ts';
import { ejectRow } from './rows/eject.ts';
import { settingsRow } from './rows/settings.ts';
import { transportRow } from './rows/transport.ts';
import { vscRow } from './rows/vsc.ts';

export default defineProvider({
  name: 'vsc',
  needs: {
    ...{ audio: Audio, desk: Desk, drivers: Drivers, faults: Faults, time: Time, validators: Validators },
    ...{ layout: Layout, edges: PatchEdges.token, library: TakeLibrary.token, locks: TakeLocks.token },
  },
  offers: { lanes: Lanes.token },
  services: ({ edges, faults, library }) => ({
    lanes: new Lanes({ edges, take: new LoadedTake({ library, faults }) }),
  }),
  rows: ({ audio, desk, drivers, edges, layout, time, offered: { lanes } }) => {
    const player = new Player({ audio, desk, time });
    const absentReason = () => whyAbsent(drivers);
    return [
      vscRow({ layout, edges, lanes, time, absentReason }),
      settingsRow(layout, lanes),
      transportRow({ player, time, absentReason }),
      ejectRow({ desk, edges, time }),
    ];
  },
  start: ({ audio, desk, library, locks, time, validators }) =>
    stopAll(
      new Player({ audio, desk, time }).follow(),
      validators.use(engagingValidator({ audio, library, observed: desk.observed })),
      locks.use((id) => (settingsOf(desk).takeId === id ? 'it is loaded in /vsc' : undefined)),
    ),
});
