// A bare server that parses a PATCH and commits it to the same store in the same way, with the same header
// fields in the answer, and does nothing else.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { LibsqlStore } from '../../../core/store/libsql-store.ts';

const { folder, rows, headers } = JSON.parse(process.argv[2] as string) as {
  folder: string;
  rows: Record<string, Record<string, unknown>>;
  headers: Record<string, string>;
};
const store = new LibsqlStore(join(folder, 'bare'));
await store.open();
const table = new Map(Object.entries(rows));
const ids = Object.keys(rows);
let revision = 0;

createServer((request, response) => {
  const url = request.url as string;
  const row = table.get(url);
  if (row === undefined || request.method !== 'PATCH') return response.writeHead(404).end();
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', async () => {
    const change = JSON.parse(body) as Record<string, unknown>;
    const changes = Object.entries(change).map(([field, to]) => ({ path: url, field, from: row[field], to }));
    Object.assign(row, change);
    revision++;
    // one transaction of the desk: the row, and the entry of the history that rapid writes to one strip share
    const entry = {
      id: String(ids.indexOf(url) + 1),
      at: 0,
      label: url,
      actor: 'bench',
      revision,
      undone: false,
      changes,
    };
    await store.write({ revision, rows: [{ path: url, version: 1, revision, fields: change }], entries: [entry] });
    const answer = JSON.stringify(row);
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(answer) }).end(answer);
  });
}).listen(0, '127.0.0.1', function (this: { address(): unknown }) {
  console.log((this.address() as { port: number }).port);
});
