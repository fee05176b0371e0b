// The first entry of a backup: what it is, and all that it holds.
import { Compile, type Static, Type, Value } from 'rowdesk/provider';
import { unreadable } from './tar.ts';

export const manifestName = 'manifest.json';
export const rowsName = 'rows.jsonl';
export const documentsName = 'documents.jsonl';
export const configurationName = 'configuration.json';
/** The folders of files that a backup carries, in it and in the state folder. */
export const folders: Readonly<Record<string, string>> = { media: 'media', states: 'plugins/states' };

const mostEntries = 10_000;
const mebibyte = 1024 * 1024;
export const mostManifestBytes = 4 * mebibyte;
/** What is read whole, while a desk is restored. */
export const mostTextBytes: Readonly<Record<string, number>> = {
  [rowsName]: 32 * mebibyte,
  [documentsName]: 64 * mebibyte,
  [configurationName]: 2 * mebibyte,
};

const closed = { additionalProperties: false };
/** No separator and no dot at the beginning: never another folder. */
export const plainFile = '^[^/\\\\\\u0000-\\u001f.][^/\\\\\\u0000-\\u001f]{0,254}$';

export const Manifest = Type.Object(
  {
    format: Type.Literal('rowdesk-backup'),
    version: Type.Literal(1),
    rowdesk: Type.String({ maxLength: 64, title: 'The version of rowdesk that made it' }),
    name: Type.String({ maxLength: 64, title: 'The name of the desk' }),
    madeAt: Type.String({ format: 'date-time' }),
    layout: Type.Record(Type.String({ maxLength: 64 }), Type.Integer({ minimum: 0, maximum: 100_000 }), {
      title: 'Strips by kind',
    }),
    counts: Type.Record(Type.String({ maxLength: 64 }), Type.Integer({ minimum: 0 }), { title: 'What it holds' }),
    entries: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: '^[a-z]+(\\.jsonl?|/[0-9]{1,6})$' }),
          bytes: Type.Integer({ minimum: 0 }),
          sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
          file: Type.Optional(Type.String({ pattern: plainFile, title: 'The name of the file in its folder' })),
        },
        closed,
      ),
      { maxItems: mostEntries },
    ),
  },
  closed,
);
export type Manifest = Static<typeof Manifest>;
export type ManifestEntry = Manifest['entries'][number];

const check = Compile(Manifest);

/** Throws refusal `invalid-fields` with the place in the manifest. */
export function manifestIn(text: string): Manifest {
  const value = parsed(text);
  const { format, version } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== 'rowdesk-backup') throw unreadable(`${manifestName}/format`, 'is not "rowdesk-backup"');
  if (version !== 1) {
    throw unreadable(
      `${manifestName}/version`,
      `is ${JSON.stringify(version)}; this rowdesk takes 1, a newer one others`,
    );
  }
  if (!check.Check(value)) {
    const [first] = Value.Errors(Manifest, value);
    throw unreadable(`${manifestName}${first?.instancePath ?? ''}`, first?.message ?? 'is not as it must be');
  }
  const manifest = value as Manifest;
  checkEntries(manifest);
  return manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(manifestName, `is not JSON (${(error as Error).message})`);
  }
}

function checkEntries({ entries }: Manifest): void {
  const names = new Set<string>();
  for (const [place, { name, bytes, file }] of entries.entries()) {
    const where = `${manifestName}/entries/${place}`;
    const [folder = '', number] = name.split('/');
    const isKnown = Object.hasOwn(number === undefined ? mostTextBytes : folders, number === undefined ? name : folder);
    if (!isKnown) throw unreadable(`${where}/name`, `is "${name}", which no backup has`);
    const most = mostTextBytes[name];
    if (most !== undefined && bytes > most) throw unreadable(`${where}/bytes`, `is ${bytes}; ${most} is the most`);
    if ((number === undefined) !== (file === undefined))
      throw unreadable(`${where}/file`, 'belongs to files of a folder alone');
    const own = file === undefined ? name : `${folder}/${file}`;
    if (names.has(own) || names.has(name)) throw unreadable(where, `is there twice ("${own}")`);
    names.add(own).add(name);
  }
  for (const name of [rowsName, documentsName]) {
    if (!names.has(name)) throw unreadable(`${manifestName}/entries`, `lacks ${name}`);
  }
}
