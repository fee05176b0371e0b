import { Type } from 'rowdesk/provider';

export const adapterId = Type.String({
  minLength: 1,
  maxLength: 128,
  title: 'The name of a driver in the configuration',
});

export const types = {
  types: Type.Array(
    Type.Object({
      token: Type.String(),
      label: Type.String(),
      transports: Type.Array(Type.String()),
      configSchema: Type.Object({}, { additionalProperties: true, title: 'What its config may be, as JSON Schema' }),
    }),
    { title: 'The drivers of devices that are installed and named in the configuration' },
  ),
};

const state = Type.Union(
  [
    Type.Literal('absent'),
    Type.Literal('starting'),
    Type.Literal('running'),
    Type.Literal('degraded'),
    Type.Literal('failed'),
  ],
  { title: 'Absent: nothing is there that it drives, or it is switched off' },
);
const shown = {
  type: Type.String(),
  state,
  reason: Type.String(),
  since: Type.String({ title: 'Since when it is in this state, in this run; ISO 8601' }),
  corrections: Type.Integer({
    minimum: 0,
    title: 'How often what its devices have was not what is wanted, in this run',
  }),
  restarts: Type.Integer({ minimum: 0, title: 'How often it was started again after a crash' }),
};

export const adapters = {
  adapters: Type.Array(Type.Object({ id: Type.String(), label: Type.String(), ...shown })),
};

export const adapter = {
  enabled: Type.Boolean({ default: true, title: 'Switched off it opens no device; another driver may take them' }),
  label: Type.String({ maxLength: 64, default: '', title: 'Empty for its name' }),
  config: Type.Object(
    {},
    {
      additionalProperties: true,
      default: {},
      title:
        'As configSchema of its type allows; another one opens its devices anew, what drives the clock with a fade',
    },
  ),
  ...shown,
};
