import { Type } from 'rowdesk/provider';

export const update = {
  version: Type.String({ title: 'Of the desk that runs' }),
  startedAt: Type.String({ format: 'date-time' }),
  installedVersion: Type.String({ title: 'Of the files on the disk now; empty where they can not be read' }),
  pending: Type.Boolean({ title: 'A part runs in another version than the one on the disk' }),
  parts: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Type.Enum(['desk', 'sound', 'driver', 'provider']),
      running: Type.String({ title: 'Empty while it does not run' }),
      installed: Type.String({ title: 'On the disk now; empty where it can not be read' }),
      pending: Type.Boolean(),
    }),
    { title: 'The desk, its sound, and each package of a vendor' },
  ),
  steps: Type.Array(Type.Object({ step: Type.Enum(['install', 'desk', 'sound']), effect: Type.String() }), {
    title: 'What an update does, in its order',
  }),
};
