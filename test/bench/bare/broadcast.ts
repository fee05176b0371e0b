// A bare broadcaster: one stringify and one shared buffer a tick, one write a watcher, 25 times a second.
import { createServer, type ServerResponse } from 'node:http';

const row = JSON.parse(process.argv[2] as string) as Record<string, unknown>;
const watchers = new Set<ServerResponse>();
let n = 0;

setInterval(() => {
  n++;
  const frame = Buffer.from(`event: change\nid: bare-${n}-0\ndata: ${JSON.stringify({ ...row, n })}\n\n`);
  for (const watcher of watchers) watcher.write(frame);
}, 40);

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  watchers.add(response);
  response.on('close', () => watchers.delete(response));
}).listen(0, '127.0.0.1', function (this: { address(): unknown }) {
  console.log((this.address() as { port: number }).port);
});
