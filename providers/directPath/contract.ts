import { Type } from 'rowdesk/provider';

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

export const route = { ...settable, id: routeId, ...facts };
