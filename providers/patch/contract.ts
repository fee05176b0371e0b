import { type TSchema, Type } from 'rowdesk/provider';
import type { Layout, MixerRow, StripKind, StripRef } from '../console/index.ts';
import { insertList } from './insert-contract.ts';
import type { Leg } from './legs.ts';
import { closed, port, portId, portOrNone, portPattern, strips } from './patch-parts.ts';

export { twoLegged } from './patch-parts.ts';

/** Kinds that a port may feed, and how many legs they have; rows.md, Legs. */
export const sourceLegs = { input: 1, fxReturn: 2, aux: 2 } as const satisfies Partial<Record<StripKind, 1 | 2>>;
export type SourceKind = keyof typeof sourceLegs;
/** DCAs and mute groups have no sound that could be played. */
const soundless: readonly StripKind[] = ['dca', 'muteGroup'];

/** Said in OPTIONS, held by `refuseFaultyLists`: no two edges of a list are alike in these. */
const edgeKeys = ['strip', 'leg', 'portId'];

/** Minted here. Literal siblings are refused when an id is made. */
export const patchId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$' });
const patchName = Type.String({ minLength: 1, maxLength: 64 });
const edge = Type.String({ title: 'As links of the graph are called: from~-to' });

/** What names no source at all is no edge: a strip that shall hear nothing is left out. */
const input = (layout: Layout, kinds: readonly SourceKind[], leg: TSchema) => {
  const place = { strip: strips(layout, kinds), leg: Type.Optional(leg) };
  const spareSourceId = Type.Optional(portOrNone('The port that it hears while the spare is selected'));
  return [
    Type.Object({ ...place, sourceId: port('The port that it hears, device:port'), spareSourceId }, closed),
    Type.Object({ ...place, sourceId: Type.Literal(''), spareSourceId: port('The port of its spare') }, closed),
  ];
};

const outputMembers = (layout: Layout) => ({
  strip: strips(
    layout,
    (Object.keys(layout.counts) as StripKind[]).filter((kind) => !soundless.includes(kind)),
  ),
  leg: Type.Enum(['left', 'right', 'mono'], {
    title: 'mono is half of left and right; a strip of one leg has only that',
  }),
  portId,
});
const inputList = (layout: Layout) =>
  Type.Array(
    Type.Union([
      ...input(layout, kindsWith(1), Type.Enum(['left'], { default: 'left' })),
      ...input(layout, kindsWith(2), Type.Enum(['left', 'right'], { default: 'left' })),
    ]),
    {
      maxItems: 512,
      unordered: true,
      uniqueBy: ['strip', 'leg'],
      title:
        'What strips hear; a right leg that is not named takes the next port of the device. A strip not named hears nothing',
    },
  );

export const outputList = (layout: Layout, mixer: MixerRow) =>
  Type.Array(Type.Object({ ...outputMembers(layout), levelDb: Type.Number(mixer.range('outputs')) }, closed), {
    ...mixer.size('outputs'),
    uniqueBy: edgeKeys,
    default: startingOutputs(layout),
    title: 'What is heard where',
  });

const lenientOutputs = (layout: Layout, mixer: MixerRow) =>
  Type.Array(
    Type.Object(
      { ...outputMembers(layout), levelDb: Type.Optional(Type.Number({ ...mixer.range('outputs'), default: 0 })) },
      closed,
    ),
    { ...mixer.size('outputs'), uniqueBy: edgeKeys, title: 'What is heard where' },
  );

export const patch = (layout: Layout, mixer: MixerRow) => ({
  inputs: inputList(layout),
  outputs: lenientOutputs(layout, mixer),
  inserts: insertList(layout),
  missing: Type.Array(Type.Object({ edge, reason: Type.String() }), {
    title: 'What is patched and can not be heard; of the cue and of talkbacks too',
  }),
  dirty: Type.Boolean({ title: 'The patch as it is now is stored nowhere' }),
});

export const cables = {
  cables: Type.Array(Type.Object({ output: portId, input: portId }, closed), {
    maxItems: 128,
    uniqueItems: true,
    default: [],
    title: 'What comes back from an output to an input by ways that the desk can not see',
  }),
};

/** More than a device of the desk has. */
const mostAssigned = 512;
const linkEnd = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,126}$', title: 'As the server calls the port' });
export const server = {
  ports: Type.Array(
    Type.Object(
      {
        portId: port('A port of the server that the patch has'),
        devicePort: port("The port of the desk's device that is linked to it"),
        nextPortId: portOrNone('The port of the server that a right leg takes after it'),
        active: Type.Boolean({ title: 'The link is there, and the mixer plays the port' }),
      },
      closed,
    ),
    { maxItems: mostAssigned, uniqueBy: ['portId'], unordered: true, default: [] },
  ),
  links: Type.Array(Type.Object({ from: linkEnd, to: linkEnd }, closed), {
    ...{ maxItems: mostAssigned, uniqueItems: true, unordered: true, default: [] },
    title: 'Links between these ports, which the server is asked for',
  }),
};

export const rightLeg = {
  sourceId: Type.String({
    pattern: `^$|${portPattern}`,
    default: '',
    title: 'Empty: the port after that of the left leg',
  }),
  spareSourceId: Type.String({ pattern: `^$|${portPattern}`, default: '' }),
};

export const storedPatch = (layout: Layout, mixer: MixerRow) => ({
  id: patchId,
  name: patchName,
  savedAt: Type.String({ title: 'ISO 8601' }),
  inputs: inputList(layout),
  outputs: lenientOutputs(layout, mixer),
  inserts: insertList(layout),
  edges: Type.Array(edge),
});

export const patches = {
  items: Type.Array(
    Type.Object({
      id: patchId,
      name: patchName,
      savedAt: Type.String({ title: 'ISO 8601' }),
      edges: Type.Integer({ title: 'How many' }),
    }),
  ),
};

export const storeExtra = {
  id: Type.String({ pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$', default: '', title: 'Empty: made of the name' }),
  name: Type.String({ maxLength: 64, default: '' }),
};
export const deleteExtra = {
  id: Type.String({ pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$', default: '' }),
  confirm: Type.Boolean({ default: false, title: 'Else the report says what would go' }),
};

export interface InputItem {
  readonly strip: StripRef;
  readonly leg?: 'left' | 'right';
  readonly sourceId: string;
  readonly spareSourceId?: string;
}
export interface OutputItem {
  readonly strip: StripRef;
  readonly leg: Leg;
  readonly portId: string;
  readonly levelDb: number;
}

/** Until somebody patches: each main, leg by leg, on the first outputs of what drives. The mixer begins with the same. */
export function startingOutputs(layout: Layout): readonly OutputItem[] {
  return Array.from({ length: layout.counts.main }, (_, place) =>
    (['left', 'right'] as const).map((leg, right) => ({
      strip: { kind: 'main' as const, index: place + 1 },
      leg,
      portId: `driving:out-${2 * place + right + 1}`,
      levelDb: 0,
    })),
  ).flat();
}

function kindsWith(legs: 1 | 2): readonly SourceKind[] {
  return (Object.keys(sourceLegs) as SourceKind[]).filter((kind) => sourceLegs[kind] === legs);
}
