// Many watchers in a process of their own: each counts its events; the last arrival of each event id is reported.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface WatchJob {
  readonly port: number;
  readonly path: string;
  readonly watchers: number;
}

export interface Watchers {
  /** From now on each watcher waits for an event with this text in it. */
  arm(text: string): Promise<void>;
  /** Resolves with the time (performance.timeOrigin + now, ms) at which the last watcher had the text. */
  arrived(): Promise<number>;
  /** Ends the watchers; events received by all of them together. */
  end(): Promise<number>;
}

/** Opens the watchers and resolves when each has its first event. */
export async function watchAll(job: WatchJob): Promise<Watchers> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(job)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const came: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  lines.on('line', (line) => {
    const waiter = waiting.shift();
    if (waiter === undefined) came.push(line);
    else waiter(line);
  });
  const next = async (): Promise<string> => came.shift() ?? new Promise((resolve) => waiting.push(resolve));
  await next();
  return {
    async arm(text) {
      child.stdin.write(`${text}\n`);
      await next();
    },
    async arrived() {
      return Number(await next());
    },
    async end() {
      child.stdin.end();
      return Number(await next());
    },
  };
}

async function perform(job: WatchJob): Promise<void> {
  let events = 0;
  let expected: string | undefined;
  let left = 0;
  const sockets = await Promise.all(
    Array.from(
      { length: job.watchers },
      () =>
        new Promise<{ destroy(): void; waits: boolean; tail: string }>((resolve, reject) => {
          const socket = connect(job.port, '127.0.0.1');
          const watcher = { destroy: () => socket.destroy(), waits: false, tail: '' };
          socket.on('error', reject);
          socket.on('connect', () =>
            socket.write(`GET ${job.path}?watch=1 HTTP/1.1\r\nHost: 127.0.0.1:${job.port}\r\n\r\n`),
          );
          socket.on('data', (chunk: Buffer) => {
            // In bytes: the watchers share the machine with what they measure.
            for (let at = chunk.indexOf('\ndata:'); at >= 0; at = chunk.indexOf('\ndata:', at + 1)) events++;
            resolve(watcher);
            if (!watcher.waits || expected === undefined) return;
            watcher.tail += chunk.toString('latin1');
            if (!watcher.tail.includes(expected)) return;
            watcher.waits = false;
            if (--left === 0) console.log(performance.timeOrigin + performance.now());
          });
        }),
    ),
  );
  console.log('ready');
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    expected = line;
    left = sockets.length;
    for (const watcher of sockets) {
      watcher.tail = '';
      watcher.waits = true;
    }
    console.log('armed');
  });
  lines.on('close', () => {
    console.log(events);
    for (const watcher of sockets) watcher.destroy();
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await perform(JSON.parse(process.argv[2] as string));
