import { Type } from 'rowdesk/provider';

/** From outside (rows.md): devices, ports and links. */
export const outsideId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' });

const node = Type.Object({
  id: outsideId,
  label: Type.String(),
  device: Type.String({ title: 'Through which it is reached' }),
  ports: Type.Array(Type.Object({ id: outsideId, label: Type.String(), channel: Type.Integer() })),
  present: Type.Boolean(),
  driver: Type.String(),
});

export const nodes = {
  sources: Type.Array(node, { title: 'What gives sound' }),
  sinks: Type.Array(node, { title: 'What takes sound' }),
  hidden: Type.Array(node, {
    title: 'What the filter leaves out, and what is to be left alone, with those of its ports of which that is so',
  }),
};

export const devices = {
  devices: Type.Array(
    Type.Object({
      id: outsideId,
      label: Type.String(),
      model: Type.String(),
      transport: Type.String(),
      driver: Type.String(),
      present: Type.Boolean(),
      driving: Type.Boolean({
        title: 'The mixer runs by its clock; of others those can be patched that have joined (/clock/joined)',
      }),
      inputs: Type.Integer(),
      outputs: Type.Integer(),
    }),
  ),
};

export const stageboxes = {
  devices: Type.Array(
    Type.Object({
      id: outsideId,
      label: Type.String(),
      model: Type.String(),
      transport: Type.String(),
      present: Type.Boolean(),
    }),
  ),
};

export const edge = {
  edgeId: outsideId,
  from: outsideId,
  to: outsideId,
  owner: Type.String({ title: 'Who made it' }),
  since: Type.String({ title: 'ISO 8601' }),
};
export const external = { edges: Type.Array(Type.Object(edge), { title: 'Links that others made' }) };

const globs = (words: { readonly default: readonly string[]; readonly title: string }) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 192 }), { maxItems: 64, uniqueItems: true, ...words } as never);
export const filter = {
  include: globs({ default: ['*'], title: 'Ids of nodes and of ports that are shown; * is any text, ? any character' }),
  exclude: globs({ default: [], title: 'Ids that are not, whatever include says' }),
};

export const policy = Type.Enum(['offered', 'no-auto-patch', 'leave-alone'], {
  title:
    'no-auto-patch: only hands patch it; no spare goes over to it by its trigger. leave-alone: that, and hidden, never hot, its links not ended',
});
export const ignored = {
  policies: Type.Record(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' }), policy, {
    additionalProperties: false,
    default: {},
    // Fewer than an object of a body may have members (`limits.membersPerObject`).
    maxProperties: 512,
    title: 'By the id of a node or of a port; offered where nothing is said',
  }),
};

export const exclusive = {
  wanted: Type.Enum(['none', 'outputs', 'all'], {
    default: 'none',
    title: 'outputs: nobody else is linked to what the desk plays to; all: nor to what it hears',
  }),
  held: Type.Enum(['none', 'outputs', 'all'], { title: 'What of that the graph holds, and nobody breaks now' }),
};

export const hotInputs = {
  inputs: Type.Array(
    Type.Object({
      sourceId: outsideId,
      levelDb: Type.Number({ unit: 'dB' }),
      since: Type.String({ title: 'ISO 8601, as far as somebody looked' }),
      policy: Type.Enum(['offered', 'no-auto-patch'], {
        title: 'What patches by itself leaves no-auto-patch to hands',
      }),
    }),
    { title: 'With signal and without a strip' },
  ),
};

export const disconnectExtra = { apply: Type.Boolean({ default: false, title: 'Else the report says what would go' }) };
