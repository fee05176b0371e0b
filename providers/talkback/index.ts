// Microphones that talk into buses over their programme. Nothing of them is in the history or in scenes.
import {
  Desk,
  Drivers,
  defineProvider,
  type Fields,
  HeldSwitch,
  Log,
  setting,
  Time,
  view,
  Warnings,
  Watching,
} from 'rowdesk/provider';
import { Layout, MixerRow, mutedByPanic } from '../console/index.ts';
import { ids, params, talkback, talkbacks } from './contract.ts';

const ofMixer = ['on', 'mode', 'sourceId', 'levelDb', 'dimBusesDb', 'destinations'] as const;
const pathOf = (id: string) => `/talkback/${id}`;
export const talkbackPaths = ids.map(pathOf);

/** Of the talk key: an open microphone has a client, unless it is a latch. */
const key = {
  ...{ field: 'on', actor: 'talkback', label: 'Talkback off' },
  isHeld: ({ mode }: Readonly<Fields>) => mode !== 'latch',
  mostMs: ({ maxOnS }: Readonly<Fields>) => Number(maxOnS) * 1000,
  stuck: { title: 'A talkback can not be let go', code: 'talkback-stuck' },
};

export default defineProvider({
  name: 'talkback',
  needs: { desk: Desk, drivers: Drivers, layout: Layout, log: Log, time: Time, warnings: Warnings, watching: Watching },
  rows: ({ drivers, layout }) => {
    const mixer = new MixerRow(drivers, '/talkback/{id}');
    const fields = talkback(layout, mixer);
    return [
      view('/talkback', {
        summary: 'The talkbacks there are',
        fields: talkbacks(fields),
        get: (_at, desk, observed) => ({
          items: ids.map((id) => {
            const { on, sourceId, destinations } = desk.read(pathOf(id));
            return { id, on, sourceId, destinations, mutedBy: mutedByPanic(observed) } as never;
          }),
        }),
      }),
      setting('/talkback/{id}', {
        summary:
          'A talkback. But for a latch the client holds it that switched it on, by watching this row, on a stream of its own or in /streams/{id}: one of its Rowdesk-Actor, or of its address and without a name. When the last ends it is let go, and after 10 s without any. Off after a restart and at a panic on all',
        labels: { sourceId: 'source' },
        params,
        addresses: { has: () => true, list: () => ids.map((id) => ({ id })) },
        fields,
        writable: [...ofMixer, 'maxOnS'],
        writers: {
          ...{ on: 'mix', mode: 'mix', levelDb: 'mix', dimBusesDb: 'mix', destinations: 'mix', maxOnS: 'mix' },
          sourceId: 'run',
        },
        ...mixer.limits(ofMixer),
        computed: (_at, _desk, observed) => ({ mutedBy: mutedByPanic(observed) }),
        target: Object.fromEntries(ofMixer.map((field) => [field, 'mixer'])),
        life: {
          ...{ on: 'momentary', mode: 'site', sourceId: 'site', levelDb: 'site' },
          ...{ dimBusesDb: 'site', destinations: 'site', maxOnS: 'site' },
        },
        // Who talks must be able to stop, whoever locks the console meanwhile.
        lockable: { on: false },
      }),
    ];
  },
  start: ({ layout: _, ...needs }) => {
    const keys = new Map(talkbackPaths.map((path) => [path, new HeldSwitch({ path, ...key }, needs)]));
    const stop = needs.desk.onCommit((_revision, paths, actor, address) => {
      for (const path of paths) keys.get(path)?.follow({ actor, address });
    });
    return () => {
      stop();
      for (const key of keys.values()) key.stop();
    };
  },
});
