// Watchers in a process of their own, so that what they cost is not measured with the desk: each holds one event stream.
// Prints a line of JSON for every line that it reads.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface CrowdFigures {
  readonly watching: number;
  readonly events: number;
  /** Streams that ended although nobody asked for it. */
  readonly lost: number;
}
export interface Crowd {
  figures(): Promise<CrowdFigures>;
  leave(): Promise<void>;
}

/** One watcher per address, and again from the first, until there are so many. Resolves when each has its snapshot. */
export async function gather(url: string, paths: readonly string[], watchers: number): Promise<Crowd> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify({ url, paths, watchers })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async figures() {
      child.stdin.write('\n');
      return JSON.parse((await lines.next()).value as string);
    },
    async leave() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

async function perform(url: string, paths: readonly string[], watchers: number): Promise<void> {
  const figures = { watching: 0, events: 0, lost: 0 };
  await Promise.all(
    Array.from({ length: watchers }, async (_, n) => {
      const asked = get(`${url}${paths[n % paths.length]}?watch=1`, { agent: false });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`${paths[n % paths.length]}: ${response.statusCode}`);
      figures.watching++;
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf('\nevent:'); at >= 0; at = chunk.indexOf('\nevent:', at + 1)) figures.events++;
      });
      response.on('error', () => {});
      response.once('close', () => {
        figures.watching--;
        figures.lost++;
      });
      await once(response, 'data');
    }),
  );
  console.log('watching');
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => console.log(JSON.stringify(figures)));
  lines.on('close', () => process.exit(0));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, paths, watchers } = JSON.parse(process.argv[2] as string);
  await perform(url, paths, watchers);
}
