// docs/ holds what it says: its examples run, in their order, against a desk that runs, with rowdesk as it is installed.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThinned } from '../harness/depth.ts';
import { install } from '../harness/packages.ts';
import {
  quietConfig,
  removeFolder,
  root,
  run,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { type Example, examplesOf, marksOf, missingLines } from './examples.ts';

const recording = {
  providers: [
    ...quietConfig.providers,
    ...['takes', 'record', 'vsc', 'measurement', 'directPath', 'vendorA', 'net', 'netaudio'],
  ],
  drivers: [...quietConfig.drivers, 'recorder', 'aes67-sessions'],
};
const surfaced = {
  providers: [...recording.providers, 'surface'],
  surfaces: [{ name: 'osc', config: { port: 0 } }],
};
/** Where a page is about a device that not every desk has. */
const ofPages: Readonly<Record<string, object>> = {
  'surfaces.md': surfaced,
  'oscquery.md': surfaced,
  'x32.md': { ...surfaced, surfaces: [{ name: 'x32', config: { port: 0 } }] },
  'trouble.md': { providers: [...recording.providers, 'plugins'] },
  'backup.md': { providers: [...quietConfig.providers, 'backup'] },
  'shows.md': { providers: [...quietConfig.providers, 'shows'] },
  'netaudio.md': {
    providers: [...recording.providers, 'discovery'],
    drivers: [...recording.drivers, 'aes67'],
    devices: [{ id: 'aes67', transport: 'netaudio', model: 'aes67-8x8' }],
  },
};
/** Their examples say what a new desk has; the others share one. */
const ofNewDesks = ['client', 'integrators', 'measurement', 'pages', 'preamps', 'safety', 'scenes', 'takes'];
/** What is read first. CI leaves the others to the night. */
const ofCi = ['integrators', 'operators'];
const pages = readdirSync(join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(join(root, 'docs', file), 'utf8') }));

describe('what the marks mean', () => {
  const page =
    'a\n<!-- runs, exit 1 -->\n\n```sh\nfalse\n```\n\n<!-- prints -->\n\n```text\na …c\n…\nd\n```\n\n```sh\nrm -rf\n```\n';
  const [example, ...others] = examplesOf(page) as [Example, ...Example[]];

  test('only marked blocks are examples, with their exit code and their output', () => {
    expect(others).toEqual([]);
    expect(example).toEqual({ line: 4, script: 'false', exitCode: 1, prints: ['a …c', '…', 'd'], inAnyOrder: false });
  });

  test('stated lines must be there, whole and in their order', () => {
    expect(missingLines(example, 'a b c\nx\nd')).toEqual([]);
    expect(missingLines(example, 'd\na b c')).toEqual(['d']);
    expect(missingLines({ ...example, inAnyOrder: true }, 'd\na b c')).toEqual([]);
    expect(missingLines(example, 'a b c d\nd')).toEqual(['a …c']);
  });
});

describe('docs/', () => {
  let room: string;
  let cli: string;
  beforeAll(() => {
    room = temporaryFolder();
    cli = install(room);
    mkdirSync(join(room, 'bin'));
    writeFileSync(join(room, 'bin/rowdesk'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
    chmodSync(join(room, 'bin/rowdesk'), 0o755);
  }, 180_000);
  let shared: Service | undefined;
  const deskOf = async (file: string): Promise<Service> => {
    const isShared = ofPages[file] === undefined && !ofNewDesks.includes(basename(file, '.md'));
    if (isShared && shared !== undefined) return shared;
    const service = await startService({ strips: 'all', config: { ...recording, ...ofPages[file] } });
    await service.until('/console', ({ engine }) => engine === 'running');
    if (isShared) shared = service;
    return service;
  };
  afterAll(async () => {
    await stopServices();
    removeFolder(room);
  });

  test('has pages for operators, integrators and vendors, each short, and no mark without an example', () => {
    const files = pages.map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(['operators.md', 'integrators.md', 'vendors.md']));
    for (const { file, text } of pages) {
      const examples = examplesOf(text);
      const prints = examples.filter((example) => example.prints.length > 0).length;
      expect([file, marksOf(text)]).toEqual([file, { runs: examples.length, prints }]);
      // What is promised is a table, a line for each promise.
      if (file !== 'reliability.md') expect(text.split('\n').length, file).toBeLessThan(160);
    }
  });

  test('names only files that are there', () => {
    const linked = pages.flatMap(({ text }) =>
      [...text.matchAll(/\]\(([^):#]+)\)/g)].map(([, path]) => path as string),
    );
    for (const path of linked) expect(readFileSync(join(root, 'docs', path), 'utf8')).not.toBe('');
  });

  const isTried = ({ file, text }: (typeof pages)[number]) =>
    examplesOf(text).length > 0 && (!isThinned || ofCi.includes(basename(file, '.md')));
  test.each(pages.filter(isTried))(
    'every example of $file does what it says',
    async ({ file, text }) => {
      const service = await deskOf(file);
      const faults: string[] = [];
      for (const example of examplesOf(text)) faults.push(...(await tryOut(example, room, service)));
      if (service !== shared) await service.stop();
      expect(faults).toEqual([]);
    },
    180_000,
  );

  // That its own tests pass, that a new driver sounds and that a faulty one is told are examples of vendors.md.
  test('a provider that a newcomer has made answers at once in the desk that comes with it', async () => {
    expect(await run(['new', 'provider', 'first-light'], { cli, cwd: room })).toMatchObject({ code: 0 });
    const home = join(room, 'first-light');
    const config = JSON.parse(readFileSync(join(home, 'desk.config.json'), 'utf8'));
    // The test's configuration lies in the state folder: that is put into the package, as desk.config.json is.
    const service = await startService({
      strips: 'all',
      cli,
      state: join(home, '.desk'),
      config: { ...config, lingerS: 5 },
    });
    expect((await service.patch('/first-light', { brightnessPercent: 12.5 })).body).toMatchObject({ lit: true });
    const { origin } = new URL(service.url);
    for (const page of ['/first-light', '/mix', '/docs']) {
      const text = await (await fetch(origin + page)).text();
      const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file as string);
      expect(files).toContainEqual(expect.stringMatching(/\.js$/));
      for (const file of files) expect([file, (await fetch(origin + file)).status]).toEqual([file, 200]);
    }
  });
});

/** Each begins in the room, in a shell that ends at the first command that fails. */
async function tryOut(example: Example, room: string, service: Service): Promise<readonly string[]> {
  const env = {
    ...process.env,
    PATH: `${join(room, 'bin')}:${process.env.PATH}`,
    ROWDESK_URL: service.url,
    ROWDESK_STATE: service.state,
  };
  const child = spawn('bash', ['-eu', '-c', example.script], {
    cwd: room,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const wrong = code === example.exitCode ? [] : [`exit code ${code}, not ${example.exitCode}`];
  const missing = missingLines(example, output).map((line) => `does not print: ${line}`);
  const all = [...wrong, ...missing];
  return all.length === 0 ? [] : [`line ${example.line}: ${all.join('; ')}\n${output.slice(-2000)}`];
}
