// A scene as it is kept: what is said of it in its body, the show in its content.
import { type Static, Type } from 'rowdesk/provider';
import { contentRow, mostContentRows } from './content.ts';
import { keep } from './keeping.ts';

/** Minted here, and found by looking it up. */
export const showId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$' });
const mostFadeMs = 60_000;

/** What is said of scenes and sessions alike. */
export const bodyFields = {
  name: Type.String({ minLength: 1, maxLength: 64 }),
  notes: Type.String({ maxLength: 4096 }),
  order: Type.Number({ minimum: 0, maximum: 1_000_000, title: 'Its place in the list' }),
  fadeMs: Type.Number({
    ...{ minimum: 0, maximum: mostFadeMs, unit: 'ms' },
    title: 'How long levels take to move, in a straight line in dB',
  }),
  areas: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    ...{ uniqueItems: true, maxItems: 64 },
    title: 'What is recalled of it; patch, phantom and preamp only where they are named',
  }),
  keeps: Type.Array(keep(), { maxItems: 257, title: 'What it leaves as it is: areas of strips, or of everything' }),
  savedAt: Type.String({ format: 'date-time' }),
};
/** With what they hold. */
export const showFields = {
  ...bodyFields,
  content: Type.Array(contentRow, { maxItems: mostContentRows, title: 'Every field of its areas, defaults too' }),
};

export const SceneBody = Type.Object(bodyFields);
export type SceneBody = Static<typeof SceneBody>;
export type Scene = SceneBody & { readonly id: string };

/** In the order in which they are played. */
export const inOrder = <T extends { readonly id: string; readonly order: number }>(items: readonly T[]): readonly T[] =>
  [...items].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
