import { Type } from 'rowdesk/provider';
import { stripKinds } from '../console/index.ts';

/** Made by the provider of the hardware: its device, then the place of the route there (`ucx2.3.1`). */
export const routeId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' });

export const silenceDb = -144;

/** What every hardware has; a device narrows it. */
const level = Type.Number({
  ...{ minimum: silenceDb, maximum: 12, multipleOf: 0.1, unit: 'dB', default: silenceDb },
  title: 'What the source gives to the output; -144 is silence',
});
const settable = {
  levelDb: level,
  pan: Type.Number({ minimum: -100, maximum: 100, multipleOf: 1, default: 0, title: 'From left to right' }),
  muted: Type.Boolean({ default: false }),
};
export type Settable = keyof typeof settable;
export const settableFields: readonly Settable[] = ['levelDb', 'pan', 'muted'];

const facts = {
  sourceId: Type.String({ title: 'The port that is heard, as /source has it; empty for playback of the computer' }),
  outputId: Type.String({ title: 'The port where it is heard' }),
  latencyMs: Type.Union([Type.Number({ minimum: 0, unit: 'ms' }), Type.Null()], {
    title: 'From the connector of the source to that of the output; null: not known',
  }),
  adapterId: Type.String({ title: 'The driver of the hardware, as /adapter has it' }),
};

export const routes = {
  available: Type.Boolean({ title: 'A device here can route sound by itself' }),
  reason: Type.String({ title: 'Why there are no direct paths; empty while there are' }),
  routes: Type.Array(Type.Object({ id: routeId, ...facts, ...settable }), {
    title: 'Those that sound or are set',
  }),
};

/** From outside, `device:port` (rows.md). */
export const portId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' });

export const ofSource = {
  outputs: Type.Array(Type.Object({ id: routeId, outputId: facts.outputId, label: Type.String(), ...settable }), {
    title: 'Where the hardware can play the source by itself, silent or not: /directPath/ID sets it',
  }),
};

const strip = Type.Object({ kind: Type.Enum([...stripKinds]), index: Type.Integer() });
const msOrNull = (title: string) => Type.Union([Type.Number({ unit: 'ms' }), Type.Null()], { title });

export const comb = Type.Object({
  way: Type.Array(strip, { title: 'The strips that the sound goes through at the desk, up to the one that plays it' }),
  deskMs: msOrNull('How long it is under way through the desk; null: not known'),
  delayMs: msOrNull('How much later than by the direct path; null: not known'),
  firstNotchHz: Type.Union([Type.Number({ unit: 'Hz' }), Type.Null()], {
    title: 'The lowest frequency that the two cancel at equal levels; null: not known, or they arrive together',
  }),
});

export const route = {
  ...settable,
  id: routeId,
  ...facts,
  combs: Type.Array(comb, {
    title: 'Where the same source is heard at the same output through the desk too, at most 8: a comb filter',
  }),
};
