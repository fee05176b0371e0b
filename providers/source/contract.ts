import { Type } from 'rowdesk/provider';
import { stripKinds } from '../console/index.ts';

/** From outside, `device:port` (rows.md). */
export const sourceId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' });

const facts = {
  device: Type.String({ title: 'What it is a port of' }),
  port: Type.String({ title: 'Its name there' }),
  connector: Type.String({ title: 'Empty where it is none' }),
  present: Type.Boolean(),
  kind: Type.Enum(['socket', 'server', 'programme'], {
    title: 'Of a device of the desk, of an audio server, or of a programme on one',
  }),
  usedBy: Type.Array(Type.Object({ kind: Type.Enum([...stripKinds]), index: Type.Integer() }), {
    title: 'The strips that it is patched to',
  }),
};

export const sources = {
  sources: Type.Array(
    Type.Object({
      id: sourceId,
      label: Type.String(),
      ...facts,
      hot: Type.Boolean({ title: 'It gave sound in the last moment' }),
    }),
  ),
};

export const noColour = 'off';

export const source = {
  label: Type.String({ maxLength: 64, default: '', title: 'Empty: as its device calls it' }),
  colour: Type.String({
    pattern: '^(off|red|green|yellow|blue|magenta|cyan|white|orange|purple|#[0-9a-fA-F]{6})$',
    default: noColour,
    title: 'A colour by name, or #rrggbb',
  }),
  id: sourceId,
  ...facts,
};

export const meter = {
  levelDb: Type.Number({
    unit: 'dB',
    title: 'Its peak since the last event, dBFS; -144 for silence, and while no mixer measures',
  }),
  clip: Type.Boolean({ title: 'It reached full scale since the last event' }),
};
