// Files that are no backups, or damaged ones: each is refused with its place, and nothing of it is left.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ran, saved, sent, uploadId } from './backup-fixture.ts';
import backup from './index.ts';
import { tarOf } from './tar.ts';

let desk: TestHost;
beforeAll(async () => {
  const given = { provider: backup, config: { mostMib: 1 } };
  desk = await startTestHost({ providers: ['console', 'channel', 'patch', 'scenes', 'sessions', given] });
});
afterAll(() => desk.close());

type Entry = readonly [name: string, text: string, extra?: object];

const head = {
  ...{ format: 'rowdesk-backup', version: 1, rowdesk: '0.1.0', name: 'Front', madeAt: '2026-09-02T20:15:00.000Z' },
  ...{ layout: { input: 8 }, counts: { rows: 0 } },
};
const nothing: readonly Entry[] = [
  ['rows.jsonl', ''],
  ['documents.jsonl', ''],
];

/** A file with a manifest that fits its entries, but for what `spoil` does to it. */
function fileOf(
  entries: readonly Entry[],
  // biome-ignore lint/suspicious/noExplicitAny: the manifest is spoilt in every way
  spoil: (manifest: any) => void = () => {},
): Promise<Buffer> {
  const listed = entries.map(([name, text, extra]) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { name, bytes: Buffer.byteLength(text), sha256, ...extra };
  });
  const manifest = { ...head, entries: listed };
  spoil(manifest);
  return tarFile([['manifest.json', JSON.stringify(manifest)], ...entries]);
}

function tarFile(entries: readonly Entry[]): Promise<Buffer> {
  const all = entries.map(([name, text]) => {
    return { name, bytes: Buffer.byteLength(text), content: Readable.from([Buffer.from(text)]) };
  });
  return buffer(Readable.from(tarOf(all, 0)));
}

const left = () => {
  const folder = join(desk.stateFolder, 'backup');
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('out-')) : [];
};
const row = '{"path":"/channel/input/1","version":1,"fields":{"levelDb":-6}}\n';
const scene = '{"document":{"kind":"scene","id":":one","body":{},"of":{"kind":"scene","id":":none"}}}\n';

const cases: Readonly<Record<string, readonly [file: () => Promise<Buffer>, field: string, words: string]>> = {
  'no tar file': [async () => Buffer.alloc(2_048, 'x'), 'entry 1', 'is no entry of a tar file'],
  'an empty one': [async () => Buffer.alloc(0), 'entry 1', 'is cut off'],
  'a tar file of other things': [() => tarFile([['readme.txt', 'hello']]), 'entry 1', 'not manifest.json'],
  'a manifest that is no JSON': [() => tarFile([['manifest.json', '{']]), 'manifest.json', 'is not JSON'],
  'another format': [() => fileOf(nothing, (m) => (m.format = 'x')), 'manifest.json/format', 'rowdesk-backup'],
  'a newer format': [
    () => fileOf(nothing, (m) => (m.version = 2)),
    'manifest.json/version',
    'is 2; this rowdesk takes 1',
  ],
  'a manifest without a layout': [() => fileOf(nothing, (m) => delete m.layout), 'manifest.json', ''],
  'no rows': [() => fileOf(nothing.slice(1)), 'manifest.json/entries', 'lacks rows.jsonl'],
  'an entry of another folder': [
    () => fileOf([...nothing, ['notes/0', 'x', { file: 'a' }]]),
    'manifest.json/entries/2/name',
    'which no backup has',
  ],
  'a file name that leads elsewhere': [
    () => fileOf([...nothing, ['media/0', 'x', { file: '../a.wav' }]]),
    'manifest.json/entries/2/file',
    '',
  ],
  'a file that is there twice': [
    () => fileOf([...nothing, ['media/0', 'x', { file: 'a.wav' }], ['media/1', 'y', { file: 'a.wav' }]]),
    'manifest.json/entries/3',
    'is there twice',
  ],
  'another hash': [
    () => fileOf(nothing, (m) => (m.entries[0].sha256 = '0'.repeat(64))),
    'rows.jsonl',
    'its SHA-256 is another one',
  ],
  'another size': [
    () => fileOf(nothing, (m) => (m.entries[1].bytes = 5)),
    'documents.jsonl',
    'has 0 bytes; the manifest says 5',
  ],
  'an entry that is not there': [
    () => fileOf(nothing, (m) => m.entries.push({ ...m.entries[0], name: 'media/0', file: 'a.wav' })),
    'media/0',
    'is missing',
  ],
  'an entry too much': [() => fileOf(nothing, (m) => m.entries.pop()), 'manifest.json/entries', 'lacks'],
  'a line that is no JSON': [() => fileOf([['rows.jsonl', '{\n'], nothing[1] as Entry]), 'rows.jsonl/1', 'is not JSON'],
  'a line that is no row': [() => fileOf([['rows.jsonl', '{}\n'], nothing[1] as Entry]), 'rows.jsonl/1', 'is no row'],
  'a row that is there twice': [
    () => fileOf([['rows.jsonl', row + row], nothing[1] as Entry]),
    'rows.jsonl/2',
    'is a second row',
  ],
  'a line without its end': [
    () => fileOf([['rows.jsonl', row.trim()], nothing[1] as Entry]),
    'rows.jsonl/1',
    'is cut off',
  ],
  'a member that changes prototypes': [
    () => fileOf([['rows.jsonl', row.replace('levelDb', '__proto__')], nothing[1] as Entry]),
    'rows.jsonl/1',
    'that no row has',
  ],
  'a scene like none': [
    () => fileOf([nothing[0] as Entry, ['documents.jsonl', scene]]),
    'documents.jsonl/1',
    'which is not before it',
  ],
  'a content of nothing': [
    () => fileOf([nothing[0] as Entry, ['documents.jsonl', '{"rows":[]}\n']]),
    'documents.jsonl/1',
    'is no document',
  ],
  'a configuration that is no object': [
    () => fileOf([...nothing, ['configuration.json', '[]\n']]),
    'configuration.json',
    'is no JSON object',
  ],
  'a state that its name does not name': [
    () => fileOf([...nothing, ['states/0', 'x', { file: 'abc' }]]),
    'states/0',
    'is not the state of a plugin',
  ],
  'a link': [
    async () => {
      const file = await fileOf(nothing);
      file.write('2', 156, 'latin1');
      file.write('0000000', 148, 'latin1');
      const sum = file.subarray(0, 512).reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
      file.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
      return file;
    },
    'entry 1',
    'is no regular file',
  ],
};

test.each(Object.entries(cases))('%s is refused with its place', async (_name, [file, field, words]) => {
  const { status, body } = await sent(desk, await file());
  expect(body).toMatchObject({ code: 'invalid-fields', errors: [{ field: expect.stringContaining(field) }] });
  expect([status, body.detail]).toEqual([422, expect.stringContaining(words)]);
  expect(left()).toEqual([]);
});

test('a file of the least is taken, and a damaged byte anywhere in it is not', async () => {
  const whole = await fileOf([['rows.jsonl', row], nothing[1] as Entry]);
  for (let at = 0; at < whole.length - 1_024; at += 37) {
    const spoilt = Buffer.from(whole);
    spoilt[at] = (spoilt[at] as number) ^ 0x40;
    const { status } = await sent(desk, spoilt);
    // Behind the end of an entry no byte counts; nor does the time of an entry, which its checksum has.
    if (status === 200) expect(whole[at], String(at)).toBe(0);
  }
  for (const length of [600, whole.length - 1_600])
    expect((await sent(desk, whole.subarray(0, length))).status).toBe(422);
  expect((await sent(desk, whole)).status).toBe(200);
});

test('too large, of another type, or for an id that is none: refused before it is read', async () => {
  const large = await sent(desk, Buffer.alloc(1024 ** 2 + 1));
  expect(large).toMatchObject({ status: 413, body: { code: 'body-too-large', params: { maximum: 1024 ** 2 } } });
  const typed = await sent(desk, Buffer.from('{}'), uploadId, { 'content-type': 'application/json' });
  expect(typed).toMatchObject({ status: 415, body: { code: 'unsupported-media-type' } });
  expect((await sent(desk, Buffer.alloc(1), 'short')).status).toBe(404);
  const answer = await fetch(`${desk.url}/backup/${uploadId}0`);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'unknown-row']);
  expect((await desk.send('POST', `/backup/${uploadId}`)).status).toBe(405);
});

test('a page of another origin neither fetches nor sends a backup', async () => {
  const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/octet-stream' };
  expect((await sent(desk, await fileOf(nothing), uploadId, headers)).status).toBe(403);
  expect((await desk.send('GET', `/backup/${uploadId}`, undefined, headers)).status).toBe(403);
  const asked = await desk.send('OPTIONS', `/backup/${uploadId}`, undefined, headers);
  expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([403, null]);
});

test('a client that goes in the middle leaves nothing, and the next one is taken', async () => {
  const file = await saved(desk);
  const going = request(`${desk.url}/backup/${uploadId}`, {
    ...{ method: 'PUT', agent: false },
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(file.length) },
  });
  going.on('error', () => {});
  going.write(file.subarray(0, 1_500));
  while (!left().includes('coming')) await new Promise((resolve) => setImmediate(resolve));
  going.destroy();
  while (left().includes('coming')) await new Promise((resolve) => setImmediate(resolve));
  // Until the desk is done with the one before.
  let status = 409;
  while (status === 409) ({ status } = await sent(desk, file));
  expect(status).toBe(200);
  expect((await ran(desk, '/backup/restore', { id: uploadId })).report).toMatchObject({ preview: true });
});

test('what has not come in can not be restored', async () => {
  const refused = await ran(desk, '/backup/restore', { id: 'unknown0123456789', confirm: true });
  expect(refused.refusal ?? refused).toMatchObject({ code: 'conflict', params: { reason: 'no-file' } });
});
