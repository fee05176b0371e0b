import { Type } from 'rowdesk/provider';

export const surfaceId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,31}$',
  title: 'The id of a surface in the configuration',
});

const role = Type.Enum(['view', 'mix', 'run'], {
  default: 'mix',
  title: 'view reads; mix also writes strips, cue, talkback, mutes and tempo; run writes everything',
});
const number = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const portNumber = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';

const written = {
  enabled: Type.Boolean({ default: false, title: 'Off, it has no process and no port' }),
  label: Type.String({ maxLength: 64, default: '', title: 'Empty for its id' }),
  mapping: Type.String({
    pattern: '^([A-Za-z0-9][A-Za-z0-9._-]{0,63})?$',
    default: '',
    title: 'NAME for the file mappings/NAME.json of the state folder; empty for none',
  }),
  role,
  addresses: Type.Array(
    Type.String({
      pattern: `^${number}(\\.${number}){3}(:${portNumber})?$`,
      title:
        'an IPv4 address, and behind a colon the port that gets the answers, where it is another than that which asks',
    }),
    {
      maxItems: 64,
      uniqueItems: true,
      default: [],
      title: 'Machines that take part beside this one; others get no answer',
    },
  ),
};

const at = { address: Type.String(), lastSeenAt: Type.String() };
const peer = Type.Object({
  ...at,
  port: Type.Integer(),
  transport: Type.String(),
  subscriptions: Type.Integer(),
  dropped: Type.Integer({ title: 'Packets: not readable, too many, or answers beyond the limit' }),
});

const shown = {
  kind: Type.String({ title: 'What it speaks' }),
  state: Type.Enum(['off', 'starting', 'running', 'absent', 'failed'], {
    title: 'absent: it waits for its device',
  }),
  reason: Type.String({ title: 'Why it does not run, or not wholly' }),
  port: Type.Union([Type.Integer(), Type.Null()], { title: 'Where it listens' }),
  queryPort: Type.Union([Type.Integer(), Type.Null()], { title: 'Where its addresses can be browsed by HTTP' }),
  peers: Type.Array(peer, { title: 'Programs and devices that take part' }),
  strangers: Type.Array(Type.Object(at), { title: 'Machines that speak to it and are not among its addresses' }),
  lastSeenAt: Type.Union([Type.String(), Type.Null()], { title: 'When a peer was heard last' }),
};

export const surface = { ...written, ...shown };

export const surfaces = { surfaces: Type.Array(Type.Object({ id: Type.String(), ...written, ...shown })) };

export const autodetect = {
  timeoutMs: Type.Integer({ minimum: 500, maximum: 30_000, default: 3000, unit: 'ms' }),
};

const mostTogether = 64;

export const joint = {
  changes: Type.Array(
    Type.Object(
      {
        path: Type.String({ minLength: 1, maxLength: 256, title: 'The address of a row' }),
        fields: Type.Object({}, { additionalProperties: true, title: 'As a PATCH of that row' }),
      },
      { additionalProperties: false },
    ),
    {
      maxItems: mostTogether,
      default: [],
      title: 'Writes to several rows as one commit, all or none; reads as empty once it is made',
    },
  ),
};

/** Of the latest changes of contracts. */
export const mostKept = 64;

const change = Type.Integer({ title: 'Grows with each change since the start of the desk' });

export const addresses = {
  templates: Type.Array(
    Type.Object({
      template: Type.String(),
      n: Type.Integer({ title: 'Its addresses are the row below with this number' }),
      changes: Type.Integer({ title: 'How often its addresses came or went since the start of the desk' }),
      onDemand: Type.Boolean({ title: 'Computed only while it is watched' }),
      live: Type.Boolean({ title: 'Its contract may be another one at each address and moment' }),
    }),
    { title: 'What rows there are, by their templates' },
  ),
  contracts: Type.Array(Type.Object({ path: Type.String(), change }), {
    title: `The latest ${mostKept} rows whose contract became another one while this row was watched`,
  }),
};

/** Beyond this a template's list is cut. */
export const mostAddresses = 50_000;

export const addressesOf = {
  template: Type.String(),
  changes: addresses.templates.items.properties.changes,
  addresses: Type.Array(Type.String(), { title: `At most ${mostAddresses}` }),
  isWhole: Type.Boolean(),
};

export const templateNumber = Type.Integer({
  minimum: 0,
  maximum: 9999,
  title: 'As `/surface/addresses` counts templates',
});
