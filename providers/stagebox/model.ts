// What a stagebox of a model has: one JSON file per model, in models/. A file is all that a new model needs.
import { readdirSync, readFileSync } from 'node:fs';
import { type Static, Type, Value } from 'rowdesk/provider';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 1, maximum: 256 });
const connector = Type.String({ minLength: 1, maxLength: 32 });

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
    transport: Type.Enum(['usb', 'netaudio', 'virtual']),
    /** The field that sets its preamps: a sensitivity or a gain. */
    preamp: Type.Optional(Type.Enum(['sensDb', 'gainDb'])),
    inputs: Type.Array(inputGroup),
    outputs: Type.Array(outputGroup),
  },
  closed,
);

export type InputGroup = Static<typeof inputGroup>;
export type OutputGroup = Static<typeof outputGroup>;
export type Model = Static<typeof modelFile>;
export type Models = ReadonlyMap<string, Model>;

const shipped = new URL('./models/', import.meta.url);

/** Reads all model files of a folder. Throws Error that names the file and what is wrong with it. */
export function readModels(folder: URL = shipped): Models {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return new Map(files.map((name) => checkModel(name, readFileSync(new URL(name, folder), 'utf8'))));
}

function checkModel(name: string, text: string): [string, Model] {
  const model = parse(name, text);
  const [error] = Value.Errors(modelFile, model);
  if (error) throw new Error(`models/${name}: ${error.instancePath || 'the file'} ${error.message}`);
  const checked = model as Model;
  if (`${checked.token}.json` !== name)
    throw new Error(`models/${name}: the token is ${checked.token}, name the file so`);
  for (const group of checked.inputs) {
    if ((group.controls ?? []).includes('sens') !== (group.sens !== undefined))
      throw new Error(`models/${name}: an input group with the control sens needs its range, and the other way round`);
  }
  return [checked.token, checked];
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`models/${name}: ${(error as Error).message}`);
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

export function socketCount(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
