// The fields of single channels: an input with its subscription, and a channel that is sent.
import { type FieldsOf, type Static, Type } from 'rowdesk/provider';
import { receiveSource } from './session.ts';

export const statuses = ['connected', 'unresolved', 'no-signal', 'format-mismatch', 'clock-mismatch'] as const;
export type Status = (typeof statuses)[number];

const line = (maxLength: number, title: string) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$', title });

export const subscription = Type.Object(
  {
    txDevice: line(192, 'A device that sends: its id or its name; empty for none'),
    txChannelLabel: line(320, 'A channel of it: its label, stream/label where two have it, or stream/place'),
  },
  { additionalProperties: false, default: { txDevice: '', txChannelLabel: '' } },
);
export type Subscription = Static<typeof subscription>;

export const rx = {
  subscription,
  status: Type.Enum([...statuses]),
  reason: Type.String({ title: 'Why it is so, and what to do; empty while nothing is to be said' }),
  device: Type.String({ title: 'The name of the device that sends it; empty while none is known' }),
  stream: Type.String({ title: 'The name of the stream that carries it' }),
  label: Type.String({ title: 'The label of the channel there' }),
  announced: Type.Boolean({ title: 'It is announced now' }),
  source: Type.Union([Type.Null(), Type.Object(receiveSource)], { title: 'What is received; null for nothing' }),
};
export type Rx = FieldsOf<typeof rx>;

const place = {
  stream: Type.String({ title: 'The name of the stream that carries it; empty for none' }),
  streamId: Type.String(),
  channel: Type.Integer({ title: 'Its place in the stream, from 1; 0 for none' }),
};
/** A channel that the desk sends. */
export const ownTx = {
  label: Type.String({
    maxLength: 64,
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    default: '',
    title: 'As it is announced; empty: by what is patched to the output',
  }),
  announcedLabel: Type.String({ title: 'What others see' }),
  ...place,
};
/** A channel that a device of others sends. */
export const senderTx = { label: Type.String({ title: 'What a subscription calls it' }), ...place };

export const subscribe = {
  txDevice: Type.String({ maxLength: 192, default: '', title: 'Empty: no subscription any more' }),
  stream: Type.String({ maxLength: 320, default: '', title: 'Its name; may be left out where the device has one' }),
  firstChannel: Type.Integer({ minimum: 1, maximum: 1024, default: 1, title: 'Of the stream' }),
  firstRx: Type.Integer({ minimum: 1, maximum: 64, default: 1 }),
  count: Type.Integer({ minimum: 1, maximum: 64, default: 1 }),
};
