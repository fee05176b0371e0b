import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { runCommand } from './run.ts';
import { type FakeService, fakeService, fakeTerminal } from './service-double.ts';

let service: FakeService | undefined;
afterEach(() => service?.close());

const event = (name: string, id: string, row?: unknown) =>
  `event: ${name}\nid: ${id}\ndata: ${row === undefined ? '' : JSON.stringify(row)}\n\n`;

/** A watch that has got its first event, and gets no other. */
async function beginWatch() {
  service = await fakeService((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event('snapshot', 'e-1-1', {}));
  });
  const interruption = new AbortController();
  const terminal = fakeTerminal();
  const running = runCommand(['watch', '/clock', '--url', service.url], terminal, () => interruption.signal);
  while (terminal.out === '') await sleep(5);
  return { running, interruption };
}

test('watch prints one JSON line per event, beats left out, and ends after the number asked for', async () => {
  service = await fakeService((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event('snapshot', 'e-1-1', { levelDb: 0 }) + event('beat', 'e-2-1'));
    // Split inside an event, and inside a character.
    const bytes = Buffer.from(event('change', 'e-3-2', { levelDb: -6, name: 'Çello' }));
    response.write(bytes.subarray(0, bytes.indexOf(0xc3) + 1), () =>
      response.write(bytes.subarray(bytes.indexOf(0xc3) + 1)),
    );
  });
  const terminal = fakeTerminal();
  const code = await runCommand(['watch', '/channel/input/1', '--count', '2', '--url', service.url], terminal);
  expect(code).toBe(0);
  expect(service.heard[0]?.url).toBe('/api/channel/input/1?watch=1');
  expect(
    terminal.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { event: 'snapshot', id: 'e-1-1', row: { levelDb: 0 } },
    { event: 'change', id: 'e-3-2', row: { levelDb: -6, name: 'Çello' } },
  ]);
});

test('watch connects again when the service goes away, and says so on stderr', async () => {
  let connections = 0;
  service = await fakeService((_, response) => {
    connections++;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event('snapshot', `e-1-${connections}`, { connections }));
    if (connections === 1) response.end(event('bye', 'e-2-1'));
  });
  const terminal = fakeTerminal();
  expect(await runCommand(['watch', '/clock', '--count', '2', '--url', service.url], terminal)).toBe(0);
  expect(
    terminal.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).row),
  ).toEqual([{ connections: 1 }, { connections: 2 }]);
  expect(terminal.err).toMatch(/trying again[\s\S]*again\./);
});

test('watch ends in order when it is interrupted', async () => {
  const { running, interruption } = await beginWatch();
  interruption.abort();
  expect(await running).toBe(0);
});

test('watch ends when its row is gone', async () => {
  service = await fakeService((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event('snapshot', 'e-1-1', {}) + event('gone', 'e-2-2'));
  });
  const terminal = fakeTerminal();
  expect(await runCommand(['watch', '/stagebox/usb', '--url', service.url], terminal)).toBe(0);
  expect(terminal.out.trim().split('\n').at(-1)).toBe('{"event":"gone","id":"e-2-2","row":null}');
});

test('watch ends in order when it is interrupted after garbage was collected, which fetch takes its signal for', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { running, interruption } = await beginWatch();
  for (let n = 0; n < 5; n++) {
    await sleep(1);
    collectGarbage();
  }
  interruption.abort();
  expect(await running).toBe(0);
});

test('a watch whose reader is slow prints the newest row when the reader has caught up, and keeps no other', async () => {
  const give: ((text: string) => void)[] = [];
  service = await fakeService((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    give.push((text) => response.write(text));
    response.write(event('snapshot', 'e-1-1', { levelDb: 0 }));
  });
  const interruption = new AbortController();
  const plain = fakeTerminal();
  let catchUp = () => {};
  let behind: Promise<void> | undefined;
  const terminal = {
    ...{ width: undefined, data: plain.data, talk: plain.talk },
    get behind() {
      return behind;
    },
  };
  const running = runCommand(['watch', '/clock', '--url', service.url], terminal, () => interruption.signal);
  while (plain.out === '') await sleep(5);
  behind = new Promise((resolve) => {
    catchUp = resolve;
  });
  for (let at = 1; at <= 100; at += 1) give[0]?.(event('change', `e-${at + 1}-1`, { levelDb: -at }));
  await sleep(100);
  expect(plain.out.trim().split('\n')).toHaveLength(1);
  behind = undefined;
  catchUp();
  await sleep(20);
  expect(
    plain.out
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line).row),
  ).toEqual([{ levelDb: -100 }]);
  give[0]?.(event('change', 'e-102-1', { levelDb: -101 }));
  while (!plain.out.includes('-101')) await sleep(5);
  interruption.abort();
  expect(await running).toBe(0);
});
