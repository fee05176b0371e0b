// A session as one file, with its scenes. Of a scene the file says what it has otherwise than the session, so that a
// show with many scenes is not many times the desk.
import { Refusal, type Static, Type } from 'rowdesk/provider';
import { type ContentRow, contentRow, mostContentRows, type Scene, showFields, showId } from '../scenes/index.ts';
import { type Session, type SessionBody, sessionFields } from './session.ts';

const closed = { additionalProperties: false };
const place = Type.Object({ path: contentRow.properties.path, area: contentRow.properties.area }, closed);
const maxItems = mostContentRows;
const { content: _content, ...sceneFields } = showFields;

export const SessionFile = Type.Object(
  {
    format: Type.Literal('rowdesk-session'),
    /** Another version is another format: it is refused. */
    version: Type.Literal(1),
    session: Type.Object(sessionFields, closed),
    scenes: Type.Array(
      Type.Object(
        {
          id: showId,
          ...sceneFields,
          differs: Type.Array(contentRow, { maxItems, title: 'Whole rows that are otherwise than in the session' }),
          lacks: Type.Array(place, { maxItems, title: 'Rows of the session that the scene does not have' }),
        },
        closed,
      ),
      { maxItems: 1000, uniqueBy: ['id'] },
    ),
  },
  { ...closed, title: 'As /sessions/{id}/export gives it' },
);
export type SessionFile = Static<typeof SessionFile>;

export function toFile({ id: _id, ...session }: Session, scenes: readonly Scene[]): SessionFile {
  const known = byPlace(session.content);
  return {
    format: 'rowdesk-session',
    version: 1,
    session,
    scenes: scenes.map(({ content, ...scene }) => {
      const own = byPlace(content);
      const isOther = (row: ContentRow) => JSON.stringify(known.get(keyOf(row))?.fields) !== JSON.stringify(row.fields);
      const lacking = session.content.filter((row) => !own.has(keyOf(row)));
      return { ...scene, differs: content.filter(isOther), lacks: lacking.map(({ path, area }) => ({ path, area })) };
    }),
  };
}

/** Throws refusal `invalid-fields` for a scene that is there twice (`uniqueBy` in OPTIONS), which a schema can't forbid. */
export function fromFile({ session, scenes }: SessionFile): { session: SessionBody; scenes: readonly Scene[] } {
  const known = new Set<string>();
  const errors = scenes.flatMap(({ id }, place) => {
    if (!known.has(id)) {
      known.add(id);
      return [];
    }
    const field = `file/scenes/${place}/id`;
    return {
      field,
      code: 'duplicate' as const,
      message: `${field}: the file has a scene ${id} already.`,
      params: { id },
    };
  });
  if (errors[0] !== undefined) throw new Refusal('invalid-fields', errors[0].message, {}, errors);
  return {
    session,
    scenes: scenes.map(({ differs, lacks, ...scene }) => {
      const rows = byPlace(session.content);
      for (const place of lacks) rows.delete(keyOf(place));
      for (const row of differs) rows.set(keyOf(row), row);
      return { ...scene, content: [...rows.values()] };
    }),
  };
}

const keyOf = ({ path, area }: Pick<ContentRow, 'path' | 'area'>) => `${area} ${path}`;
const byPlace = (rows: readonly ContentRow[]) => new Map(rows.map((row) => [keyOf(row), row]));
