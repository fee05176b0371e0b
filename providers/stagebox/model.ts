// What a stagebox of a model has: one JSON file per model. A file is all that a new model needs.
import { checkedJson, type Static, Type } from 'rowdesk/provider';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 1, maximum: 256 });
const connector = Type.String({ minLength: 1, maxLength: 32 });
const words = Type.String({ minLength: 1, maxLength: 300 });
/** Sockets of one side, over all groups: they are numbered from 1. */
const mostSockets = 256;

/** The range of a preamp, interface.md 2.11. */
const range = Type.Object(
  { min: Type.Number(), max: Type.Number(), step: Type.Number({ exclusiveMinimum: 0 }), unit: Type.Literal('dB') },
  closed,
);

export const inputGroup = Type.Object(
  {
    connector,
    count,
    controls: Type.Optional(Type.Array(Type.Enum(['phantom', 'pad', 'sens']), { uniqueItems: true })),
    sens: Type.Optional(range),
  },
  closed,
);

const outputGroup = Type.Object(
  { connector, count, controls: Type.Optional(Type.Array(Type.Enum(['level', 'mute']), { uniqueItems: true })) },
  closed,
);

const modelFile = Type.Object(
  {
    token: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$' }),
    label: Type.String({ minLength: 1, maxLength: 64 }),
    vendor: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    transport: Type.Enum(['usb', 'netaudio', 'virtual']),
    /** `vendor:product`, as USB says them: by these a box on USB is known for one of this model. */
    usb: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9a-f]{4}:[0-9a-f]{4}$' }), { uniqueItems: true })),
    /** The field that sets its preamps: a sensitivity or a gain. */
    preamp: Type.Optional(Type.Enum(['sensDb', 'gainDb'])),
    /** Connectors in the order in which their sockets are numbered. Controls are those that a host sets per socket. */
    inputs: Type.Array(inputGroup),
    outputs: Type.Array(outputGroup),
    /** Where each fact stands; shown in no row. */
    sources: Type.Optional(Type.Array(Type.Object({ fact: words, source: words }, closed), { minItems: 1 })),
  },
  closed,
);

export type InputGroup = Static<typeof inputGroup>;
export type OutputGroup = Static<typeof outputGroup>;
export type StageboxModel = Static<typeof modelFile>;

/** Reads one model file; `name` is that of the file. Throws Error that says what is wrong and where. */
export function readModel(name: string, text: string): StageboxModel {
  const checked = checkedJson(modelFile, text);
  if (`${checked.token}.json` !== name) throw new Error(`the token is ${checked.token}, name the file so`);
  for (const side of ['inputs', 'outputs'] as const) {
    const sockets = socketCount(checked[side]);
    if (sockets > mostSockets) throw new Error(`/${side} are ${sockets} sockets, a side has at most ${mostSockets}`);
  }
  checked.inputs.forEach(checkRange);
  return checked;
}

function checkRange({ controls = [], sens }: InputGroup, place: number): void {
  const at = `/inputs/${place}`;
  if (controls.includes('sens') !== (sens !== undefined)) {
    throw new Error(`${at} with the control sens needs its range, and the other way round`);
  }
  if (sens === undefined) return;
  const steps = (sens.max - sens.min) / sens.step;
  if (steps <= 0 || Math.abs(steps - Math.round(steps)) > 1e-9) {
    throw new Error(
      `${at}/sens: from min ${sens.min} no whole number of steps ${sens.step} leads up to max ${sens.max}`,
    );
  }
}

/** The group that holds the socket with this number, from 1; undefined past the last. */
export function groupAt<Group extends { readonly count: number }>(
  groups: readonly Group[],
  socket: number,
): Group | undefined {
  let before = 0;
  for (const group of groups) {
    if (socket <= before + group.count) return socket > before ? group : undefined;
    before += group.count;
  }
  return undefined;
}

/** It has something that a host sets for an input. */
export function hasPreamps({ inputs }: StageboxModel): boolean {
  return inputs.some(({ controls = [] }) => controls.length > 0);
}

export function socketCount(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
