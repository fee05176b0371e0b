import { Type } from 'rowdesk/provider';
import { families, source, templateId } from './template.ts';

/** The entry in providers.config.json. */
export const config = Type.Object(
  {
    /** Where templates of the house are, as seen from the configuration file. */
    folders: Type.Array(Type.String({ minLength: 1 }), { maxItems: 16, default: ['channelConfigs'] }),
  },
  { additionalProperties: false },
);

export const id = Type.String({ pattern: templateId });

const item = {
  id,
  family: Type.Enum([...families]),
  name: Type.String({ title: 'In English' }),
  nameKey: Type.String({ title: 'The key of the name, for translations' }),
};

export const templates = {
  items: Type.Array(Type.Object(item), { title: 'By name' }),
};

const row = Type.String({ title: 'Below the strip, sends/mix/1; empty for its own row' });

export const template = {
  ...item,
  moves: Type.Array(Type.Object({ row, field: Type.String(), value: Type.Unknown() }), {
    title: 'What it sets; fader, mute, pan, routing and source stay as they are',
  }),
  sources: Type.Array(source, { title: 'Where the facts stand that its values follow' }),
};

export const applyMoves = {
  changes: Type.Array(
    Type.Object({ path: Type.String(), field: Type.String(), from: Type.Unknown(), to: Type.Unknown() }),
    { title: 'What applying it would change now, a linked partner included' },
  ),
  leftOut: Type.Array(Type.Object({ row, field: Type.String(), reason: Type.String() }), {
    title: 'What this strip does not have, or can not take now',
  }),
};

export const applyExtra = {
  confirm: Type.Boolean({ default: false, title: 'Else the report says what would change' }),
};
