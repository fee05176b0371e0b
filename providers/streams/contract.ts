import { Type } from 'rowdesk/provider';

/** A client picks it at random, so that no other client guesses it. */
export const streamId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{15,63}$' });

export const mostAddresses = 4096;
/** A pattern is compared with every address of its shape. */
export const mostPatterns = 64;
export const defaultIntervalMs = 40;

const interval = Type.Integer({
  minimum: 20,
  maximum: 1000,
  unit: 'ms',
  default: defaultIntervalMs,
  title: 'Each row is sent at most this often',
});

export const demand = {
  targets: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
    maxItems: mostAddresses,
    uniqueItems: true,
    default: [],
    title: 'Addresses, and at most 64 patterns in which a segment * stands for any; 4096 addresses in all',
  }),
  intervalMs: interval,
};

export const stream = { targets: demand.targets };

export const streams = {
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      readers: Type.Integer(),
      intervalMs: Type.Integer(),
      conflated: Type.Integer({ title: 'Changes that were overtaken before their time to be sent' }),
    }),
  ),
};
