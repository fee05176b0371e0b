import { Type } from 'rowdesk/provider';
import { stripKinds } from '../console/index.ts';

const legs = Type.Array(Type.Number({ unit: 'dB' }), { title: 'One value per leg' });

export const fields = {
  levels: Type.Array(
    Type.Object({
      kind: Type.Enum([...stripKinds]),
      index: Type.Integer({ minimum: 1 }),
      preDb: legs,
      postDb: legs,
      grDb: Type.Number({ unit: 'dB', title: 'What its processors take away together, 0 or less' }),
      clip: Type.Boolean({ title: 'It clipped since the last event' }),
    }),
    { title: 'Strips with sound; none while no mixer measures' },
  ),
  at: Type.String({ title: 'ISO 8601; empty while no mixer measures' }),
};
