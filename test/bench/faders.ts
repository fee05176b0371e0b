// Faders that move at a fixed rate, while many watch the row of all strips.
// The client is a process of its own: reads one job as JSON from its argument, prints the latencies in ms as JSON.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Checkout } from './checkout.ts';
import { portOf, silent } from './http.ts';
import { percentile } from './load.ts';
import { processorShare } from './processes.ts';
import { type Figure, measured, rounded } from './report.ts';
import { watchAll } from './watchers.ts';

interface FadersJob {
  readonly port: number;
  readonly faders: number;
  readonly everyMs: number;
  /** Seconds before those that are measured: the compilers of both sides, and the log of the store, reach their steady state. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

// With the other kinds as they come: 256 strips, the most there may be.
const layout = { input: 207 };
const providers = [{ name: 'console', config: { layout } }, 'channel', 'telemetry', 'clock', 'warnings'];
const warmUpSeconds = 4;
const seconds = 5;
const watching = 50;

export async function faders(of: Checkout): Promise<Figure[]> {
  const service = await of.start({ config: { ...silent, providers } });
  const port = portOf(service);
  const watchers = await watchAll({ port, path: '/api/channel', watchers: watching });
  const share = processorShare(service.child.pid as number, warmUpSeconds + seconds);
  const latenciesMs = await moved({ port, faders: 16, everyMs: 20, warmUpSeconds, seconds });
  const used = await share;
  const events = await watchers.end();
  await service.stop();
  const sorted = Float64Array.from(latenciesMs).sort();
  return [
    measured(
      '16 faders at 50 Hz, 256 strips, 50 watchers of /channel: PATCH p99',
      percentile(sorted, 0.99),
      ' ms',
      `median ${rounded(percentile(sorted, 0.5))} ms; ${rounded(used * 100)} % of a core; ${rounded(events / watching / (warmUpSeconds + seconds))} events/s and watcher`,
    ),
  ];
}

async function moved(job: FadersJob): Promise<number[]> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  for await (const chunk of child.stdout) out += chunk;
  return JSON.parse(out);
}

/** All faders move in one tick. A latency counts from its tick, also when the fader's answer before it is late. */
async function perform({ port, faders, everyMs, warmUpSeconds, seconds }: FadersJob): Promise<number[]> {
  const latenciesMs: number[] = [];
  const each = await Promise.all(
    Array.from({ length: faders }, (_, n) => openFader(port, n + 1, (ms) => latenciesMs.push(ms))),
  );
  const warmUpTicks = (warmUpSeconds * 1000) / everyMs;
  const ticks = warmUpTicks + (seconds * 1000) / everyMs;
  for (let tick = 0; tick < ticks; tick++) {
    if (tick === warmUpTicks) latenciesMs.length = 0;
    const dueMs = performance.now();
    for (const fader of each) fader.move(dueMs, -(tick % 140) / 10);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  for (const fader of each) await fader.end();
  return latenciesMs;
}

interface Fader {
  move(dueMs: number, levelDb: number): void;
  /** Resolves when all moves are answered. */
  end(): Promise<void>;
}

/** One connection with one request under way; moves meanwhile wait. */
async function openFader(port: number, index: number, answered: (latencyMs: number) => void): Promise<Fader> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.setNoDelay(true);
  const waiting: { dueMs: number; levelDb: number }[] = [];
  let answer = '';
  let ended = () => {};
  const send = () => {
    const move = waiting[0];
    if (move === undefined) return ended();
    const body = `{"levelDb":${move.levelDb}}`;
    socket.write(
      `PATCH /api/channel/input/${index} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    const head = answer.indexOf('\r\n\r\n');
    const length = /content-length: *(\d+)/i.exec(answer)?.[1];
    if (head < 0 || answer.length < head + 4 + Number(length)) return;
    if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`a fader was answered ${answer.slice(0, head)}`);
    answer = answer.slice(head + 4 + Number(length));
    answered(performance.now() - (waiting.shift() as { dueMs: number }).dueMs);
    send();
  });
  return {
    move(dueMs, levelDb) {
      if (waiting.push({ dueMs, levelDb }) === 1) send();
    },
    async end() {
      if (waiting.length > 0) await new Promise<void>((resolve) => (ended = resolve));
      socket.end();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await perform(JSON.parse(process.argv[2] as string))));
}
