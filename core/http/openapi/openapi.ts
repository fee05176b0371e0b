// The OpenAPI 3.1 description, generated from the rows that run (interface.md 9).
import { apiPath } from '../../base/api-path.ts';
import type { Row, Schemas } from '../../rows/definitions.ts';
import type { FilePlace } from '../../rows/file-place.ts';
import { interfaceVersion } from '../../rows/interface-version.ts';
import { jsonSchema } from '../../rows/json-schema.ts';
import { parseTemplate } from '../../rows/template.ts';
import { fileItem } from './openapi-files.ts';
import {
  carriedRowSchema,
  contractSchema,
  problemSchema,
  rowSchema,
  usableNamesSchema,
  writeSchema,
} from './openapi-schemas.ts';

/** A document of plain JSON. Paths are relative to the server's `/api`. */
export function openapi(rows: readonly Row[], files: readonly FilePlace[] = [], hasKeys = false): object {
  const sorted = [...rows].sort((a, b) => (a.template < b.template ? -1 : 1));
  const groups = [...new Set(sorted.map(groupOf))];
  const description = {
    openapi: '3.1.0',
    info: {
      title: 'Rowdesk',
      version: interfaceVersion,
      description:
        'Every piece of the desk is a row at a path. OPTIONS of a row is its live contract, and the authority for it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: apiPath }],
    security: hasKeys ? [{}, { key: [] }, { cookie: [] }] : [],
    tags: groups.map((name) => ({ name, description: groupInWords(name, sorted) })),
    paths: {
      ...Object.fromEntries(sorted.map((row) => [row.template, pathItem(row)])),
      ...Object.fromEntries(files.map((place) => [`${place.path}/{id}`, fileItem(place, refusals)])),
    },
    components: {
      schemas: {
        ...Object.fromEntries(sorted.map((row) => [nameOf(row), jsonSchema(rowSchema(row))])),
        CarriedRow: carriedRowSchema,
        Contract: contractSchema,
        Refusal: problemSchema(hasKeys),
        UsableNames: usableNamesSchema,
      },
      responses: {
        Refusal: {
          description: 'The request is refused, and has changed nothing.',
          headers: headerRefs('Allow', 'Accept-Patch', 'ETag', 'Retry-After'),
          content: { 'application/problem+json': { schema: component('Refusal') } },
        },
      },
      headers,
      ...(hasKeys ? { securitySchemes } : {}),
    },
    'x-event-streams': eventStreams,
  };
  // Removes the non-JSON marks of the schema library.
  return JSON.parse(JSON.stringify(description));
}

/** Of a desk with keys; what a client without one may do is for the desk to say. */
const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'A key of the desk, as rowdesk access makes it.' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'rowdesk-8700', description: 'Of a page: rowdesk- and the port.' },
};

const text = { schema: { type: 'string' } };
const headers = {
  ETag: { description: 'The version of the writable fields; with 412 the one there is now.', ...text },
  Allow: { description: 'The methods that the row answers, with OPTIONS and with 405.', ...text },
  'Accept-Patch': { description: 'What a body must be, with OPTIONS and with 415.', ...text },
  'Retry-After': { description: 'Seconds, for writes, with 429.', schema: { type: 'integer' } },
  'Rowdesk-Revision': { description: 'The revision of the desk that holds the write.', schema: { type: 'integer' } },
  'Rowdesk-Durable': {
    description: 'Sent while the store can not be written: the write is kept in memory only.',
    schema: { type: 'string', enum: ['no'] },
  },
};

const refusals = Object.fromEntries(
  ['4XX', '500'].map((status) => [status, { $ref: '#/components/responses/Refusal' }]),
);

function pathItem(row: Row): object {
  const name = nameOf(row);
  const about = summaryOf(row);
  const params = parseTemplate(row.template).filter(({ isParam }) => isParam);
  const shown = {
    description: 'The row.',
    ...(isVersioned(row) ? { headers: headerRefs('ETag') } : {}),
    content: { 'application/json': { schema: component(name) } },
  };
  return {
    summary: about,
    ...(params.length === 0 ? {} : { parameters: params.map(({ text }) => parameter(text, row.params)) }),
    get: operation(row, 'get', about, {
      parameters: [watchParameter],
      responses: {
        200: { ...shown, content: { ...shown.content, 'text/event-stream': eventStream(row, name) } },
        ...refusals,
      },
    }),
    options: operation(row, 'options', `The live contract: ${about}`, {
      responses: {
        200: {
          description: 'The live contract of the row.',
          headers: headerRefs('Allow', ...(isWritable(row) ? (['Accept-Patch'] as const) : [])),
          content: { 'application/json': { schema: component('Contract') } },
        },
        ...refusals,
      },
    }),
    ...(isWritable(row) ? { patch: patchOperation(row, shown) } : {}),
  };
}

function patchOperation(row: Row, shown: object): object {
  return operation(row, 'patch', `${row.type === 'task' ? 'Run' : 'Write'}: ${summaryOf(row)}`, {
    parameters: [
      ...(isVersioned(row) ? [ifMatch] : []),
      { name: 'Rowdesk-Actor', in: 'header', description: 'Who asks, for the history.', ...actor },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(writeSchema(row)) } } },
    responses: {
      200: {
        ...shown,
        description: 'The row after the write.',
        headers: headerRefs(...(isVersioned(row) ? (['ETag'] as const) : []), 'Rowdesk-Revision', 'Rowdesk-Durable'),
      },
      ...refusals,
    },
  });
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'Refused (412) when the row has another version.',
  ...text,
};
const actor = { schema: { type: 'string', maxLength: 64 } };

const watchParameter = {
  name: 'watch',
  in: 'query',
  description: 'Answers with an event stream: a snapshot of the row, then the whole row at each change.',
  schema: { type: 'string', enum: ['1', '0'] },
};

function operation(row: Row, method: string, summary: string, rest: object): object {
  return { operationId: `${method}${nameOf(row)}`, summary, tags: [groupOf(row)], ...rest };
}

/** Rows of vendors may have no summary. */
function summaryOf({ summary, template }: Row): string {
  return summary ?? `The row at ${template}`;
}

/** The `data` of each `snapshot` and `change`: OpenAPI 3.1 has no place for more, the rest is in `x-event-streams`. */
function eventStream(row: Row, name: string): object {
  const isMultiplexer = row.type === 'view' && row.multiplex !== undefined;
  const when = row.type === 'view' && row.onDemand ? ' Computed only while it is watched.' : '';
  const data = isMultiplexer
    ? 'The data of each snapshot event is the row; that of a change event is a CarriedRow.'
    : 'The data of each snapshot and change event is the row.';
  const description = `${data}${when} See x-event-streams.`;
  const schema = isMultiplexer ? { anyOf: [component(name), component('CarriedRow')] } : component(name);
  return { schema: { ...schema, description } };
}

function parameter(name: string, params: Schemas): object {
  return { name, in: 'path', required: true, schema: jsonSchema(params[name]) };
}

/** Tasks have no version. */
function isVersioned({ type }: Row): boolean {
  return type === 'setting' || type === 'alias';
}

function isWritable(row: Row): boolean {
  if (row.type === 'task') return true;
  if (row.type === 'setting' && typeof row.fields === 'function') return row.isReadOnly !== true;
  return row.writable.length > 0;
}

/** `/channel/{kind}/{index}/align` is Channel_ByKind_ByIndex_Align: unique, as templates are. */
function nameOf({ template }: Row): string {
  return template
    .split('/')
    .slice(1)
    .map((segment) => (segment.startsWith('{') ? `By${capital(segment.slice(1, -1))}` : capital(segment)))
    .join('_');
}

function capital(segment: string): string {
  return segment.charAt(0).toUpperCase() + segment.slice(1).replaceAll('~', '.');
}

function groupOf({ template }: Row): string {
  return template.split('/')[1] ?? '';
}

/** What its first row says: `/clock` where there is one. */
function groupInWords(name: string, sorted: readonly Row[]): string {
  const first = sorted.find((row) => groupOf(row) === name);
  return first?.template === `/${name}` ? summaryOf(first) : `Rows below /${name}`;
}

function component(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function headerRefs(...names: readonly (keyof typeof headers)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const revision = {
  type: 'object',
  properties: { revision: { type: 'integer', description: 'Of the desk, as it is now.' } },
  required: ['revision'],
};
const row = { description: 'The whole row, as GET answers it.' };

/**
 * The event streams of all rows. OpenAPI 3.1 describes the data of an event, but not which events there are; the
 * specification leaves an extension (`x-`) for that (4.9).
 */
const eventStreams = {
  description:
    'GET of any row with ?watch=1 answers with server-sent events (WHATWG HTML, 9.2). Every snapshot and change is the ' +
    'whole row, so that nothing needs to be replayed after a reconnection; a slow reader gets the newest value only.',
  mediaType: 'text/event-stream',
  id: {
    description: '<epoch>-<n>-<revision>: the start of the service, the number of the event, the revision of the desk.',
    pattern: '^[^-]+(-[^-]+)*-[0-9]+-[0-9]+$',
  },
  events: {
    snapshot: { description: 'First, and after each reconnection.', data: row },
    change: { description: 'The row changed. All rows of one commit are sent in one tick.', data: row },
    gone: { description: 'The row ceased to exist; the stream ends.', data: { description: 'The last value.' } },
    beat: { description: 'Every 5 s, so that a dead connection shows.', data: revision },
    bye: { description: 'The service ends; come back after the time in `retry`.', data: revision },
  },
};
