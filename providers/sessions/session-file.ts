// A session as one file, with its scenes. Of a scene the file says what it has otherwise than the session, so that a
// show with many scenes is not many times the desk.
import { type Documents, Refusal, type Static, Type } from 'rowdesk/provider';
import { type HostedPlugins, type PluginStates, stateId } from '../plugins/index.ts';
import { bodyFields, contentRow, mostContentRows, mostScenes, type SceneBook, showId } from '../scenes/index.ts';
import { carriedPlugins, pluginsOf } from './carried-plugins.ts';
import { carriedStates } from './plugin-states.ts';
import { type Session, sessionFields } from './session.ts';
import type { SessionShelf } from './session-shelf.ts';

const closed = { additionalProperties: false };
const place = Type.Object({ path: contentRow.properties.path, area: contentRow.properties.area }, closed);
const maxItems = mostContentRows;
/** What a desk that reads it and one that writes it can hold without others waiting for them. */
const mostFileBytes = 4 * 1024 * 1024;

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
          ...bodyFields,
          differs: Type.Array(contentRow, { maxItems, title: 'Whole rows that are otherwise than in the session' }),
          lacks: Type.Array(place, { maxItems, title: 'Rows of the session that the scene does not have' }),
        },
        closed,
      ),
      { maxItems: mostScenes, uniqueBy: ['id'] },
    ),
    plugins: carriedPlugins,
    pluginStates: Type.Optional(
      Type.Record(Type.String({ pattern: `^${stateId}$` }), Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }), {
        title: 'What plugins keep beside their values, by the names in pluginState; base64',
      }),
    ),
  },
  { ...closed, title: 'As /sessions/{id}/export gives it' },
);
export type SessionFile = Static<typeof SessionFile>;

export interface FileNeeds {
  readonly book: SceneBook;
  readonly documents: Documents;
  readonly shelf: SessionShelf;
  /** Undefined on a desk without plugins of others. */
  readonly hosted: HostedPlugins | undefined;
  readonly states: PluginStates | undefined;
}

/** Rejects with refusal `conflict` where it would be larger than a file may be; plugins and their states have what is left of it. */
export async function toFile({ id, ...session }: Session, needs: FileNeeds): Promise<SessionFile> {
  const { book, documents, shelf, hosted, states } = needs;
  const content = [...(await shelf.content(id))] as SessionFile['session']['content'];
  let bytes = (await documents.encode(content)).rows.reduce((sum, text) => sum + text.length, 0);
  const scenes: SessionFile['scenes'] = [];
  for (const { id: own, ...body } of book.list(id)) {
    const otherwise = await documents.compare(book.key(own, id), shelf.key(id));
    const scene = { id: own, ...body, ...otherwise } as SessionFile['scenes'][number];
    bytes += JSON.stringify(scene).length;
    refuseTooLarge(bytes);
    scenes.push(scene);
  }
  refuseTooLarge(bytes);
  const rows = [...content, ...scenes.flatMap(({ differs }) => differs)];
  const described = hosted === undefined ? undefined : pluginsOf(hosted, rows, mostFileBytes - bytes);
  const left = mostFileBytes - bytes - (described?.bytes ?? 0);
  const pluginStates = states === undefined ? {} : carriedStates(states, rows, left);
  const carried = {
    ...(described === undefined || described.plugins.length === 0 ? {} : { plugins: described.plugins }),
    ...(Object.keys(pluginStates).length === 0 ? {} : { pluginStates }),
  };
  return { format: 'rowdesk-session', version: 1, session: { ...session, content }, scenes, ...carried };
}

function refuseTooLarge(bytes: number): void {
  if (bytes <= mostFileBytes) return;
  const most = mostFileBytes / (1024 * 1024);
  const remedy = 'Delete scenes from it, or carry the state folder as it is.';
  const params = { reason: 'bound', bound: 'file', mostMb: most };
  throw new Refusal('conflict', `As a file it takes more than ${most} MiB, which is the most. ${remedy}`, params);
}

/** Throws refusal `invalid-fields` for what is there twice (`uniqueBy` in OPTIONS), which a schema can't forbid. */
export function checkFile({ scenes, plugins = [] }: SessionFile): void {
  const errors = [
    ...twice(
      scenes.map(({ id }) => id),
      'scenes',
      'id',
    ),
    ...twice(
      plugins.map(({ uri }) => uri),
      'plugins',
      'uri',
    ),
  ];
  if (errors[0] !== undefined) throw new Refusal('invalid-fields', errors[0].message, {}, errors);
}

function twice(names: readonly string[], list: 'scenes' | 'plugins', key: 'id' | 'uri') {
  const known = new Set<string>();
  return names.flatMap((name, place) => {
    if (!known.has(name)) {
      known.add(name);
      return [];
    }
    const field = `file/${list}/${place}/${key}`;
    const word = list === 'scenes' ? 'scene' : 'plugin';
    const message = `${field}: the file has a ${word} ${name} already.`;
    return { field, code: 'duplicate' as const, message, params: { [key]: name } };
  });
}
