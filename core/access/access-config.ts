// `access`: who may do what, for those who want keys. In providers.config.json, or in access.json of the state folder.
import { type Static, Type } from '../base/typebox.ts';

const closed = { additionalProperties: false };

/** In the history it stands where a name stands: of no surface, and of no part of the desk. */
export const KeyName = Type.String({
  pattern:
    "^(?!(anonymous|device|desk|surface|local)$)[A-Za-z0-9\\u00c0-\\u024f][A-Za-z0-9\\u00c0-\\u024f ._'-]{0,31}$",
  title: "at most 32 letters, digits, spaces and . _ - '",
});

const Key = Type.Object(
  {
    name: KeyName,
    /** SHA-256 of the key, as hexadecimal digits. */
    hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    role: Type.Enum(['view', 'mix', 'run']),
    /** With role mix: the only bus that may be written, with the sends to it. */
    bus: Type.Optional(Type.String({ pattern: '^[A-Za-z]{1,32}/[1-9][0-9]{0,3}$' })),
  },
  closed,
);

export const AccessConfig = Type.Object(
  {
    keys: Type.Array(Key, { maxItems: 256, default: [] }),
    /** What a client without a key may do. */
    anonymous: Type.Enum(['none', 'view', 'mix'], { default: 'none' }),
  },
  closed,
);
export type AccessConfig = Static<typeof AccessConfig>;
export type KeyEntry = Static<typeof Key>;

/** What the schema does not say, in words; '' for nothing. */
export function problemOf({ keys }: AccessConfig): string {
  for (const [place, { name, hash, role, bus }] of keys.entries()) {
    if (keys.findIndex((each) => each.name === name) < place) return `names the key "${name}" twice`;
    const twin = keys.slice(0, place).find((each) => each.hash === hash);
    if (twin !== undefined) return `has the hash of "${twin.name}" twice`;
    if (bus !== undefined && role !== 'mix') return `gives "${name}" a bus with role ${role}: a bus is for mix`;
  }
  return '';
}
