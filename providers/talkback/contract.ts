import { Type } from 'rowdesk/provider';
import { entered, type Layout, mutedBy, refList } from '../console/index.ts';

/** As many as the mixer has. */
export const ids = ['1', '2'] as const;

const id = Type.Enum([...ids]);
const mode = Type.Enum(['push', 'latch', 'auto'], {
  default: 'auto',
  title: 'push: for as long as the client that switched it on watches; latch: until it is switched off; auto: as push',
});
const on = Type.Boolean({ default: false, title: 'Not kept' });
const sourceId = { pattern: '^([A-Za-z0-9][A-Za-z0-9._~:-]{0,191})?$', default: '' };

export const talkback = (layout: Layout) => ({
  on,
  mode,
  sourceId: Type.String({ ...sourceId, title: 'The port of the microphone, device:port; empty for none' }),
  levelDb: Type.Number({ minimum: -144, maximum: 10, multipleOf: 0.1, unit: 'dB', default: 0 }),
  dimBusesDb: Type.Number({
    ...{ minimum: -60, maximum: 0, multipleOf: 0.1, unit: 'dB', default: 0 },
    title: 'What it takes away from the programme of its destinations while it is on',
  }),
  destinations: refList(layout, entered, 'The buses that it enters, at Top-Of-Ch'),
  maxOnS: Type.Integer({
    ...{ minimum: 0, maximum: 3600, unit: 's', default: 0 },
    title: 'It is switched off after so long; 0 for never',
  }),
  mutedBy,
});
export type Talkback = ReturnType<typeof talkback>;

export const params = { id };

export const talkbacks = (layout: Layout) => {
  const { on, sourceId, destinations, mutedBy } = talkback(layout);
  return { items: Type.Array(Type.Object({ id, on, sourceId, destinations, mutedBy })) };
};
