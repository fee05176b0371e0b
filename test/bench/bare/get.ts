// The least a node:http server can do for the same bytes: rows in a map, one JSON.stringify, the same headers.
import { createServer } from 'node:http';

const { rows, headers } = JSON.parse(process.argv[2] as string) as {
  rows: Record<string, Record<string, unknown>>;
  headers: Record<string, string>;
};
const table = new Map(Object.entries(rows));

createServer((request, response) => {
  const row = table.get(request.url as string);
  if (row === undefined) return response.writeHead(404).end();
  if (request.method === 'PATCH') {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      Object.assign(row, JSON.parse(body));
      response.writeHead(200, headers).end(JSON.stringify(row));
    });
    return;
  }
  const body = JSON.stringify(row);
  response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}).listen(0, '127.0.0.1', function (this: { address(): unknown }) {
  console.log((this.address() as { port: number }).port);
});
