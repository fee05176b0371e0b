import { Type } from 'rowdesk/provider';
import { type StripKind, stripKinds } from '../console/index.ts';

/** Strips that hear a port, and may hear another one instead. */
export const spareKinds = ['input', 'fxReturn', 'aux'] as const satisfies readonly StripKind[];

const strip = Type.Object({ kind: Type.Enum([...stripKinds]), index: Type.Integer({ minimum: 1 }) });
const strips = (title: string) => Type.Array(strip, { title });

const scopes = ['mains', 'all'] as const;
export type Scope = (typeof scopes)[number] | null;

export const panic = {
  scope: Type.Unsafe<Scope>({
    type: ['string', 'null'],
    enum: [null, ...scopes],
    default: null,
    title: 'mains silences every main, all everything but the cue; null is no panic',
  }),
};

export const targets = {
  allMutesInputs: Type.Boolean({ title: 'A panic on all closes the inputs too' }),
  mains: strips('What a panic on the mains silences'),
};

const spareSourceId = Type.String({
  title: 'The port that the strip hears while its spare is selected; empty for none',
});
const facts = {
  strip,
  spareSourceId,
  active: Type.Boolean({ title: 'The strip hears its spare' }),
  switchedAt: Type.String({ title: 'When it went over to its spare last, ISO 8601; empty for never' }),
};
const settings = {
  armed: Type.Boolean({
    default: false,
    title: 'It may be switched over by its trigger, never back; not to a source that /patchbay/ignored leaves to hands',
  }),
  trigger: Type.Enum(['manual', 'silence', 'device-lost'], {
    default: 'manual',
    title:
      'silence: the main source stays under -70 dBFS for silenceMs while the spare is over -50; device-lost: the device of the main source goes',
  }),
  silenceMs: Type.Integer({ minimum: 500, maximum: 10000, unit: 'ms', default: 2000 }),
};
export const spare = { ...settings, ...facts };

export const safety = {
  muteGroups: Type.Array(
    Type.Object({ id: Type.String({ title: 'As in mutedBy: muteGroup:1' }), members: strips('Who is in it') }),
  ),
  panic: Type.Object(targets),
  spares: Type.Array(Type.Object(spare), { title: 'Strips that have a spare source, or are armed' }),
};

export const loop = {
  loop: Type.Union(
    [
      Type.Null(),
      Type.Object({
        strips: strips('Those that the sound goes through, in its order'),
        edges: Type.Array(Type.String(), { title: 'The edge out of the desk and the one back into it' }),
        since: Type.String({ title: 'ISO 8601' }),
      }),
    ],
    { title: 'Sound that leaves the desk and comes back to where it left' },
  ),
};
