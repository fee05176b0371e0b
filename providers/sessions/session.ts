// A session as it is kept: what is said of it in its body, the whole show in its content. Its scenes are kept beside it.
import { type Static, Type } from 'rowdesk/provider';
import { bodyFields, showFields } from '../scenes/index.ts';

const deviceId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,191}$' });

export const remap = Type.Array(Type.Object({ from: deviceId, to: deviceId }, { additionalProperties: false }), {
  ...{ maxItems: 64 },
  title: 'Devices in the place of those that it was made with',
});
export type Remap = Static<typeof remap>;

/** With what it holds. */
export const sessionFields = { ...showFields, remap };
export const SessionBody = Type.Object({ ...bodyFields, remap });
export type SessionBody = Static<typeof SessionBody>;
export type Session = SessionBody & { readonly id: string };
