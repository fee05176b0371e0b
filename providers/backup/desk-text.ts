// The desk as lines: its rows, and its documents, each but the first of a kind by what it has otherwise than the one before.
import type {
  ContentRow,
  DerivedContent,
  DocumentKey,
  Documents,
  KeptRow,
  PutDocument,
  StoredDocument,
} from 'rowdesk/provider';
import { Compile, Type } from 'rowdesk/provider';
import { linesOf } from './lines.ts';
import { unreadable } from './tar.ts';

const rowsPerLine = 200;
const closed = { additionalProperties: false };
const anyFields = Type.Record(Type.String(), Type.Unknown());
const path = Type.String({ pattern: '^(/[A-Za-z0-9][A-Za-z0-9._~:-]*)+$', maxLength: 512 });
const area = Type.String({ maxLength: 64 });
const key = {
  kind: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,63}$' }),
  id: Type.String({ minLength: 1, maxLength: 256 }),
};

const isRow = Compile(Type.Object({ path, version: Type.Integer({ minimum: 1 }), fields: anyFields }, closed));
const isDocument = Compile(
  Type.Object(
    { document: Type.Object({ ...key, body: anyFields, of: Type.Optional(Type.Object(key, closed)) }, closed) },
    closed,
  ),
);
const contentRow = Type.Object({ path, area, fields: anyFields }, closed);
const list = <T extends Parameters<typeof Type.Array>[0]>(of: T) => Type.Optional(Type.Array(of));
const isContent = Compile(
  Type.Object(
    { rows: list(contentRow), differs: list(contentRow), lacks: list(Type.Object({ path, area }, closed)) },
    closed,
  ),
);

interface DocumentLine {
  readonly document: StoredDocument & { readonly of?: DocumentKey };
}
interface ContentLine {
  readonly rows?: readonly ContentRow[];
  readonly differs?: readonly ContentRow[];
  readonly lacks?: readonly Pick<ContentRow, 'path' | 'area'>[];
}

/** The lines of the documents. Their content is read while they are written. */
export async function* documentLines(all: readonly StoredDocument[], documents: Documents) {
  let before: DocumentKey | undefined;
  for (const { kind, id, body } of all) {
    const own = { kind, id };
    const isLike = before !== undefined && before.kind === kind && /^(scene|session)$/.test(kind);
    yield { document: { kind, id, body, ...(isLike ? { of: before } : {}) } } satisfies DocumentLine;
    if (isLike) {
      const { differs, lacks } = await documents.compare(own, before as DocumentKey);
      for (const some of pieces(differs)) yield { differs: some };
      for (const some of pieces(lacks)) yield { lacks: some };
    } else for (const some of pieces(await documents.content(kind, id))) yield { rows: some };
    before = own;
  }
}

function pieces<T>(of: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(of.length / rowsPerLine) }, (_, n) =>
    of.slice(n * rowsPerLine, (n + 1) * rowsPerLine),
  );
}

/** Rejects with refusal `invalid-fields` for what is no row, and for a row that is there twice. */
export async function rowsIn(source: AsyncIterable<Uint8Array>, name: string): Promise<readonly KeptRow[]> {
  const rows = new Map<string, KeptRow>();
  for await (const { number, value } of linesOf(source, name)) {
    if (!isRow.Check(value)) throw unreadable(`${name}/${number}`, 'is no row: {path, version, fields}');
    const row = value as KeptRow;
    if (rows.has(row.path)) throw unreadable(`${name}/${number}`, `is a second row ${row.path}`);
    rows.set(row.path, row);
  }
  return [...rows.values()];
}

/** Rejects with refusal `invalid-fields` for what is no document, and for one that derives from none before. */
export async function documentsIn(
  source: AsyncIterable<Uint8Array>,
  name: string,
  documents: Pick<Documents, 'encode'>,
) {
  const made = new Map<string, PutDocument>();
  let now: DocumentLine['document'] | undefined;
  let rows: ContentRow[] = [];
  let differs: ContentRow[] = [];
  let lacks: Pick<ContentRow, 'path' | 'area'>[] = [];
  const end = async () => {
    if (now === undefined) return;
    const { kind, id, body, of } = now;
    const content: PutDocument['content'] =
      of === undefined
        ? rows.length > 0
          ? await documents.encode(rows)
          : undefined
        : ({ of, differs, lacks } satisfies DerivedContent);
    made.set(nameOf(now), { kind, id, body, content });
    [rows, differs, lacks] = [[], [], []];
  };
  for await (const { number, value } of linesOf(source, name)) {
    const where = `${name}/${number}`;
    if (isDocument.Check(value)) {
      await end();
      now = (value as DocumentLine).document;
      if (made.has(nameOf(now))) throw unreadable(where, `is a second ${nameOf(now)}`);
      if (now.of !== undefined && !made.has(nameOf(now.of)))
        throw unreadable(where, `is like ${nameOf(now.of)}, which is not before it`);
      continue;
    }
    if (now === undefined || !isContent.Check(value)) throw unreadable(where, 'is no document, nor the content of one');
    const line = value as ContentLine;
    const isDerived = now.of !== undefined;
    if (isDerived ? line.rows !== undefined : (line.differs ?? line.lacks) !== undefined) {
      throw unreadable(where, isDerived ? 'has rows, where it is like another' : 'is like no other document');
    }
    for (const row of line.rows ?? []) rows.push(row);
    for (const row of line.differs ?? []) differs.push(row);
    for (const row of line.lacks ?? []) lacks.push(row);
  }
  await end();
  return [...made.values()];
}

const nameOf = ({ kind, id }: DocumentKey) => `${kind} ${id}`;
