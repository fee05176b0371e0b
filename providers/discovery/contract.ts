import { Type } from 'rowdesk/provider';

const time = (title: string) => Type.String({ title: `${title}, ISO 8601; empty for never` });

export const discovery = {
  devices: Type.Array(
    Type.Object({
      id: Type.String(),
      transport: Type.String(),
      label: Type.String(),
      vendor: Type.String(),
      model: Type.String(),
      address: Type.String({ title: 'Its port on USB, an address on a network; empty where that is not known' }),
      audioHalf: Type.String({ title: 'Of a box of two halves: the device, or the node, with its sound; else empty' }),
      firstSeenAt: time('Since when it was found, in this run'),
      lastSeenAt: time('When it was there last'),
      adopted: Type.Boolean({ title: 'Named by the configuration, or a driver has it; /hardware says why not' }),
      stageboxModel: Type.String({ title: 'A token of /stageboxModel; empty where its model is not known' }),
    }),
    { title: 'What is plugged in or was, and what the configuration names' },
  ),
};

export const scan = {
  transports: Type.Array(Type.String({ minLength: 1, maxLength: 32 }), {
    maxItems: 16,
    uniqueItems: true,
    default: [],
    title: 'Empty for all',
  }),
  timeoutMs: Type.Integer({
    minimum: 500,
    maximum: 30_000,
    unit: 'ms',
    default: 2000,
    title: 'How long drivers have to answer',
  }),
};
