// What the operator listens to. Nothing of it touches another bus, and nothing of it is in the history or in scenes.
import { Desk, Drivers, defineProvider, setting, task } from 'rowdesk/provider';
import { Layout, MixerRow, stripPath } from '../console/index.ts';
import { cue } from './contract.ts';
import { soloedStrips } from './solos.ts';

const heard = [
  ...(['levelDb', 'inputMode', 'busMode', 'exclusive', 'idleSource', 'dim', 'dimDb'] as const),
  ...(['mono', 'muted', 'delayMs', 'sourceTrimDb', 'outputs'] as const),
];
/** Where it is heard belongs to the patch. */
const toMix = Object.fromEntries(heard.map((field) => [field, 'mix'])) as Record<(typeof heard)[number], 'mix'>;

export default defineProvider({
  name: 'cue',
  needs: { desk: Desk, drivers: Drivers, layout: Layout },
  rows: ({ desk, drivers, layout }) => {
    const mixer = new MixerRow(drivers, '/cue');
    return [
      setting('/cue', {
        writers: { ...toMix, outputs: 'run' },
        summary: 'What the operator listens to: what is soloed, else the idle source',
        labels: { muted: 'mute' },
        fields: cue(layout, mixer),
        writable: heard,
        ...mixer.limits(heard),
        computed: (_at, reader) => ({ active: soloedStrips(layout, reader) }),
        target: 'mixer',
        life: 'site',
        lockable: { muted: false },
      }),
      task('/cue/clear', {
        writers: 'mix',
        summary: 'Takes the solo from all strips',
        run: async (_at, _extra, { actor }) => {
          const cleared = soloedStrips(layout, desk);
          const changes = cleared.map((ref) => ({ path: stripPath(ref), field: 'soloed', value: false }));
          if (changes.length > 0) await desk.commit({ actor, label: 'Solo cleared', changes });
          return { outcome: 'applied', cleared };
        },
      }),
    ];
  },
});
