import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Book } from '../../../hardware-drivers/lib/x32/js/book.ts';
import { models } from '../../../hardware-drivers/lib/x32/js/table/models.ts';
import { Mirror } from './mirror.ts';
import { openX32 } from './x32-fixture.ts';

const providers = [
  ...['console', 'channel', 'cue', 'history', 'meters', 'patch', 'safety', 'scenes', 'source', 'stagebox', 'streams'],
  ...['surface', 'talkback', 'warnings'],
];

let desk: TestHost;
let server: Server;
beforeEach(async () => {
  server = createServer();
  desk = await startTestHost({ providers });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await desk.close();
});

test('what changes while nobody is there is a change once a client is', async () => {
  const book = new Book(models.X32);
  const fader = book.entry('/ch/01/mix/fader');
  if (fader === undefined) throw new Error('the table has no fader');
  const changed: string[] = [];
  const mirror = new Mirror({
    ...{ url: desk.url, key: undefined, actor: 'surface:x32', book },
    changed: ({ address }) => changed.push(address),
  });
  try {
    // What is known for the first time is none.
    expect(await mirror.knows([fader])).toBe(true);
    mirror.close();
    await desk.patch('/channel/input/1', { levelDb: -10 });
    expect(await mirror.knows([fader])).toBe(true);
    expect(mirror.row(fader)?.row.levelDb).toBe(-10);
    expect(changed).toEqual(['/ch/01/mix/fader']);
  } finally {
    mirror.close();
  }
});

test('rows are read before a client speaks: what changes right behind its first packet is a change', async () => {
  const asked = new Promise<string>((resolve) => {
    server.once('request', ({ url = '' }, answer) => {
      resolve(url);
      answer.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const surface = await openX32(`http://127.0.0.1:${port}/api`);
  try {
    expect(await asked).toMatch(/^\/api\/streams\//);
  } finally {
    await surface.close();
  }
});
