import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bounds, readPageFiles } from './page-files.ts';

let home = '';
let folder = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rowdesk-page-'));
  folder = join(home, 'page');
  mkdirSync(folder);
});
afterEach(() => rmSync(home, { recursive: true }));

const put = (name: string, content: string | Buffer = 'x') => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), content);
};
const namesOf = async () => [...(await readPageFiles(folder)).files.keys()];

test('files are read with their types, and compressed where that makes them smaller', async () => {
  put('index.html', '<p>'.repeat(100));
  put('icons/lamp.svg', '<svg/>');
  const { files, problems, leftOut } = await readPageFiles(folder);
  expect([...files.keys()]).toEqual(['icons/lamp.svg', 'index.html']);
  const page = files.get('index.html');
  expect(page).toMatchObject({
    type: 'text/html; charset=utf-8',
    isHashed: false,
    etag: expect.stringMatching(/^W\/"/),
  });
  expect(gunzipSync(page?.gzip as Buffer)).toEqual(page?.body);
  expect(files.get('icons/lamp.svg')).toMatchObject({ type: 'image/svg+xml', gzip: undefined });
  expect([problems, leftOut]).toEqual([[], []]);
});

test('symbolic links, hidden files, odd names and unknown types are no part of a page', async () => {
  put('index.html');
  writeFileSync(join(home, 'secret.txt'), 'secret');
  mkdirSync(join(home, 'beside'));
  writeFileSync(join(home, 'beside', 'secret.html'), 'secret');
  symlinkSync(join(home, 'secret.txt'), join(folder, 'secret.txt'));
  symlinkSync(join(home, 'beside'), join(folder, 'beside'));
  for (const name of ['.env.txt', '.git/config.txt', 'a b.html', 'ü.html', '%2e.html', '-x.js', 'tool.sh', 'main.ts'])
    put(name);
  const { files, leftOut, problems } = await readPageFiles(folder);
  expect([...files.keys()]).toEqual(['index.html']);
  expect(leftOut).toEqual(expect.arrayContaining(['.git', 'beside', 'secret.txt', '%2e.html', 'tool.sh']));
  expect(problems).toEqual([]);
});

test('a folder that is a symbolic link itself is read: package managers link packages', async () => {
  put('index.html');
  symlinkSync(folder, join(home, 'linked'));
  expect([...(await readPageFiles(join(home, 'linked'))).files.keys()]).toEqual(['index.html']);
});

test('a name with a hash of rolldown or esbuild is one, and no word is', async () => {
  const hashed = ['main-1a2b3c4d.js', 'main.0123abcd4567.css', 'shared-H7J2KQ3Z.js'];
  const plain = [
    'main.js',
    'my-component.js',
    'report-20240101.json',
    'main-1a2b3.js',
    'big-deadbeef.js',
    'v1a2b3c4d.js',
  ];
  for (const name of ['index.html', 'page-1a2b3c4d.html', ...hashed, ...plain]) put(name);
  const { files } = await readPageFiles(folder);
  expect([...files].filter(([, file]) => file.isHashed).map(([name]) => name)).toEqual(hashed.sort());
});

test('a folder that is not there, and one without index.html, are problems in words', async () => {
  expect((await readPageFiles(join(home, 'nowhere'))).problems).toEqual([`${home}/nowhere can not be read (ENOENT)`]);
  put('stage.html');
  expect((await readPageFiles(folder)).problems).toEqual([`${folder} has no index.html`]);
});

test('a file that is too large is left out, and so is what makes the page too large', async () => {
  put('index.html');
  put('big.png', Buffer.alloc(bounds.fileBytes + 1));
  expect(await readPageFiles(folder)).toMatchObject({ problems: ['big.png is larger than 4194304 bytes'] });
  rmSync(join(folder, 'big.png'));
  for (const name of ['1.png', '2.png', '3.png', '4.png']) put(name, Buffer.alloc(bounds.fileBytes));
  expect((await readPageFiles(folder)).problems).toEqual(['index.html makes the page larger than 16777216 bytes']);
});

test('more files or levels than a page has are not read', async () => {
  for (let i = 0; i <= bounds.files; i++) put(`${i}.txt`);
  const { files, problems } = await readPageFiles(folder);
  expect(files.size).toBe(bounds.files);
  expect(problems[0]).toBe(`${folder} has more than 512 files or 8 levels of folders`);
  rmSync(folder, { recursive: true });
  put(`${'deep/'.repeat(9)}index.html`);
  expect(await namesOf()).toEqual([]);
});
