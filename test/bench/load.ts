// A load in a process of its own: plain sockets, keep-alive, one request under way per connection.
// Reads one job as JSON from its argument, prints one result as JSON.

import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly method: 'GET' | 'PATCH';
  /** One of these at random per request; `body` of the same index with PATCH, `#` in it is a running number. */
  readonly paths: readonly string[];
  readonly bodies?: readonly string[];
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers whose status was not 200. */
  readonly refused: number;
}

/** Runs the job in a child process, so that the client's work does not run in the bench's own loop. */
export async function load(job: LoadJob): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  for await (const chunk of child.stdout) out += chunk;
  return JSON.parse(out);
}

export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function perform(job: LoadJob): Promise<LoadResult> {
  const times: number[] = [];
  let refused = 0;
  let running = 0;
  const end = performance.now() + job.seconds * 1000;
  const started = performance.now();
  const heads = job.paths.map((path) => `${job.method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${job.port}\r\n`);
  const request = (): string => {
    const which = Math.floor(Math.random() * heads.length);
    if (job.method === 'GET') return `${heads[which]}\r\n`;
    const body = (job.bodies?.[which] ?? '{}').replace('#', String(running++ % 100));
    return `${heads[which]}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  await Promise.all(
    Array.from(
      { length: job.connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket: Socket = connect(job.port, '127.0.0.1');
          socket.setNoDelay(true);
          let sent = 0;
          let answer = '';
          const send = () => {
            sent = performance.now();
            socket.write(request());
          };
          socket.on('connect', send);
          socket.on('error', reject);
          socket.on('data', (chunk) => {
            answer += chunk.toString('latin1');
            const head = answer.indexOf('\r\n\r\n');
            if (head < 0) return;
            const length = /content-length: *(\d+)/i.exec(answer)?.[1];
            if (length === undefined) return reject(new Error(`no content-length in ${answer.slice(0, head)}`));
            if (answer.length < head + 4 + Number(length)) return;
            if (!answer.startsWith('HTTP/1.1 200')) refused++;
            answer = answer.slice(head + 4 + Number(length));
            times.push(performance.now() - sent);
            if (performance.now() < end) send();
            else socket.end(() => resolve());
          });
        }),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(times).sort();
  return {
    requestsPerSecond: times.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    refused,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await perform(JSON.parse(process.argv[2] as string))));
}
