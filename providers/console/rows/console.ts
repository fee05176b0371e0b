import { type About, type Audio, type Desk, type Drivers, follow, type Row, setting } from 'rowdesk/provider';
import { fields } from '../contract.ts';
import type { Layout } from '../layout.ts';
import { MixerRow } from '../mixer-row.ts';
import type { ShowState } from '../show-state.ts';

interface Parts {
  readonly about: About;
  readonly audio: Audio;
  readonly desk: Desk;
  readonly drivers: Drivers;
  readonly layout: Layout;
  readonly show: ShowState;
}

/** The desk as a whole. */
export function consoleRow({ about, audio, desk, drivers, layout, show }: Parts): Row {
  const mixer = new MixerRow(drivers, '/console');
  return setting('/console', {
    summary: 'The desk as a whole',
    fields: fields(mixer),
    ...mixer.limits(['alignLimitMs']),
    writable: ['name', 'locked', 'alignLimitMs'],
    target: { alignLimitMs: 'mixer' },
    area: { alignLimitMs: 'align' },
    labels: { alignLimitMs: 'alignment limit' },
    life: { name: 'site', locked: 'safety' },
    lockable: { name: true, locked: false },
    computed: () => ({
      sampleRate: audio.clock.rate,
      layout: layout.counts,
      sceneId: '',
      sessionId: '',
      // Where nobody keeps sessions, whatever was changed is in none.
      dirty: desk.revision > 0,
      ...show.read(),
      engine: audio.state,
      version: about.version,
      startedAt: about.startedAt,
    }),
    watch: follow(audio, (changed) => desk.onCommit(changed), show),
  });
}
