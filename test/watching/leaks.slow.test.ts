// Watchers that come and go, in whatever way, leave nothing behind: no socket, no timer, no memory, nothing measured.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../../core/testing.ts';
import type { Publication } from '../../core/watch/publication.ts';
import { isFull } from '../harness/depth.ts';
import { startWholeDesk, type WholeDesk } from '../harness/whole-desk.ts';

const rounds = isFull ? 10_000 : 1_000;
/** Of the whole desk: the status of each of its four plugins is followed, for a warning. */
const followedByItself = 4;

let time: FakeTime;
/** What the desk itself watches. */
let standing: object;
let desk: WholeDesk;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startWholeDesk({ time });
  const { watched } = desk.host.rows;
  expect(watched.rows).toBe(followedByItself);
  standing = { ...watched };
});
afterEach(() => desk.close());

/** Bytes in use after a collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const openFiles = () => readdirSync('/proc/self/fd').length;

/** Some leave before there is an answer, some with its head, some after an event. */
async function comeAndGo(path: string, round: number): Promise<void> {
  const port = Number(new URL(desk.url).port);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET /api${path}?watch=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  if (round % 3 > 0) await once(socket, 'data');
  if (round % 3 > 1) {
    desk.play();
    await setImmediate();
  }
  if (round % 2 === 0) socket.resetAndDestroy();
  else socket.destroy();
}

async function idle(): Promise<void> {
  await expect.poll(() => desk.host.rows.watched).toEqual(standing);
}

test(`${rounds} connections that are made and broken leave no file, no watcher and no memory`, {
  timeout: 300_000,
}, async () => {
  const paths = [
    '/channel/input/1',
    '/meters',
    '/telemetry/process',
    '/channel',
    '/streams/of-one-who-comes-and-goes',
    '/clock',
  ];
  const all = async (from: number, to: number) => {
    for (let round = from; round < to; round += 20) {
      const batch = Array.from({ length: 20 }, (_, n) =>
        comeAndGo(paths[(round + n) % paths.length] as string, round + n),
      );
      await Promise.all(batch);
    }
    await idle();
    // What a stream that nobody reads is remembered for.
    time.advance(60_000);
  };
  await all(0, rounds / 5);
  const timers = time.timers;
  const files = openFiles();
  const bytes = [heapBytes()];
  for (const part of [1, 2, 3, 4]) {
    await all((rounds / 5) * part, (rounds / 5) * (part + 1));
    bytes.push(heapBytes());
  }
  // The last sockets may be told of later than their watchers went.
  const later = () => {
    time.advance(60_000);
    return time.timers;
  };
  await expect.poll(later).toBeLessThanOrEqual(timers);
  await expect.poll(openFiles).toBeLessThanOrEqual(files);
  expect((await desk.get('/telemetry/subscription')).body).toEqual({
    ...{ convergence: 0, latency: 0, meters: 0, process: 0, rt: 0, rtaInstances: 0, spectrum: 0 },
  });
  const grownBytes = bytes.slice(1).map((now, part) => now - (bytes[part] as number));
  console.log(`${rounds} connections: the heap has grown by ${grownBytes.join(', ')} bytes`);
  // A watcher that stayed would hold 1 KiB and more, of each part; the engine itself keeps some MB of warm code now and then.
  expect(Math.min(...grownBytes)).toBeLessThan(Math.max(1_000_000, (rounds / 5) * 512));
});

test('every row rests after its last watcher: what it measured, what it waited for, what it counted', async () => {
  const { host } = desk;
  const rest = () => ({
    timers: time.timers,
    watched: host.rows.watched,
    counts: Object.values(host.rows.watching.counts()).filter((count) => count > 0),
  });
  // What the start left to be done later, and what waits for the answers of targets.
  for (let turn = 0; turn < 24; turn++) {
    time.advance(5_000);
    await setImmediate();
  }
  desk.play();
  time.advance(200);
  await setImmediate();
  const resting = rest();
  expect(resting.watched).toEqual(standing);
  let onDemand = 0;
  for (const row of host.assembly.registry.rows) {
    for (const path of desk.examples(row)) {
      const heard: Publication[] = [];
      const stops = [1, 2].map(() =>
        host.rows.open(path).watch({ publish: (each) => heard.push(each) }, { actor: 'a', address: '127.0.0.1' }),
      );
      await setImmediate();
      desk.play();
      time.advance(200);
      for (const stop of stops) {
        expect(host.rows.watched.rows, path).toBeGreaterThan(0);
        stop();
      }
      await setImmediate();
      // Some rows wait for a look at a disk, which ends when the disk answers.
      await expect.poll(rest, { message: path, interval: 10, timeout: 20_000 }).toEqual(resting);
      const heardBy = heard.length;
      desk.play();
      time.advance(200);
      await setImmediate();
      expect(heard.length, path).toBe(heardBy);
    }
    if (row.type === 'view' && row.onDemand) onDemand++;
  }
  expect(onDemand).toBeGreaterThan(5);
});
