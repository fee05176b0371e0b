import { Type } from 'rowdesk/provider';
import { type Layout, type MixerRow, mutedBy } from '../console/index.ts';

/** As many as the mixer has. */
export const ids = ['1', '2'] as const;

const id = Type.Enum([...ids]);
const sourceId = { pattern: '^([A-Za-z0-9][A-Za-z0-9._~:-]{0,191})?$', default: '' };

export const talkback = (layout: Layout, mixer: MixerRow) => ({
  on: mixer.boolean('on', { title: 'Not kept' }),
  mode: mixer.choice('mode', {
    title:
      'push: for as long as the client that switched it on watches; latch: until it is switched off; auto: as push',
  }),
  sourceId: Type.String({ ...sourceId, title: 'The port of the microphone, device:port; empty for none' }),
  levelDb: mixer.number('levelDb'),
  dimBusesDb: mixer.number('dimBusesDb', {
    title: 'What it takes away from the programme of its destinations while it is on',
  }),
  destinations: mixer.strips('destinations', layout, 'The buses that it enters, at Top-Of-Ch'),
  maxOnS: Type.Integer({
    ...{ minimum: 0, maximum: 3600, unit: 's', default: 0 },
    title: 'It is switched off after so long; 0 for never',
  }),
  mutedBy,
});
export type Talkback = ReturnType<typeof talkback>;

export const params = { id };

export const talkbacks = ({ on, sourceId, destinations, mutedBy }: Talkback) => {
  return { items: Type.Array(Type.Object({ id, on, sourceId, destinations, mutedBy })) };
};
