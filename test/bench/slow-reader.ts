// What a client that stops reading costs the others: their p99 while one reads nothing, against when it reads.
import { connect, type Socket } from 'node:net';
import type { Service } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { kilobyteProvider, portOf, silent, timesToWatchers } from './http.ts';
import { percentile } from './load.ts';
import { type Figure, held, rounded } from './report.ts';

const writes = 400;
const rounds = 7;
/** 1.6 MB a second: no buffer of the system takes that for long. */
const floodBytes = 64_000;
const floodedS = 5;

const paused = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function flood(service: Service, isRead: boolean): Promise<Socket> {
  const port = portOf(service);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET /api/kilobyte?watch=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  if (isRead) socket.resume();
  else socket.pause();
  await paused(floodedS * 1000);
  return socket;
}

export async function slowReader(of: Checkout): Promise<Figure[]> {
  const state = kilobyteProvider(of, floodBytes);
  const service = await of.start({ state, config: { ...silent, providers: ['console', 'kilobyte'] } });
  const times = { reads: [] as number[], stalls: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // In turns, so that whatever else the machine does is in both.
    const order = round % 2 === 0 ? (['reads', 'stalls'] as const) : (['stalls', 'reads'] as const);
    for (const what of order) {
      const socket = await flood(service, what === 'reads');
      const measured = await timesToWatchers(service, '/console', writes);
      socket.destroy();
      if (round > 0) times[what].push(...measured); // the first round warms both up
    }
  }
  const p99 = (of: readonly number[]) => percentile(Float64Array.from(of).sort(), 0.99);
  const [reads, stalls] = [p99(times.reads), p99(times.stalls)];
  await service.stop();
  return [
    held(
      'PATCH to the last of 100 watchers while a client reads nothing, p99 against one that reads',
      stalls / reads,
      { most: 1.1 },
      ' times',
      `${floodBytes / 1000} kB 25 times a second for that client; ${rounded(stalls)} ms against ${rounded(reads)} ms`,
    ),
  ];
}
