import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Value } from '../../../../core/base/typebox.ts';
import { PluginDescription, PluginIndex } from '../../../../core/driver/hosted-plugin.ts';
import type { Alarm } from './alarm.ts';
import { scan, type TriedAgain } from './scan.ts';
import { doubleTools, noAlarm, onceForEach, passingAlarm } from './tool-doubles.ts';

let root: string;
let bundles: string;
let claps: string;
let state: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-scan-'));
  bundles = join(root, 'lv2');
  claps = join(root, 'clap');
  state = join(root, 'plugins');
  mkdirSync(bundles);
  mkdirSync(claps);
});
afterEach(() => rmSync(root, { recursive: true }));

function install(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(bundles, `${name}.lv2`));
    writeFileSync(join(bundles, `${name}.lv2`, 'manifest.ttl'), '');
  }
}
const manifestOf = (name: string) => join(bundles, `${name}.lv2`, 'manifest.ttl');
const touch = (name: string, seconds: number) => utimesSync(manifestOf(name), seconds, seconds);

async function run(
  progress: (done: number, total: number, phase: string) => void = () => {},
  abort = new AbortController(),
  alarm: Alarm = noAlarm,
  again?: TriedAgain,
  rest: () => void = () => {},
) {
  for (const folder of [bundles, claps])
    for (const log of ['order.log', 'probes.log']) rmSync(join(folder, log), { force: true });
  const folders = { folder: state, bundleFolders: [bundles], clapFolders: [claps] };
  const options = { ...folders, tools: doubleTools, again, alarm, signal: abort.signal };
  return scan({ ...options, progress, rest });
}
const log = (name: string, folder = bundles) => {
  try {
    return readFileSync(join(folder, name), 'utf8').trim().split('\n').sort();
  } catch {
    return [];
  }
};
function index(): PluginIndex {
  const found = JSON.parse(readFileSync(join(state, 'index.json'), 'utf8'));
  expect([...Value.Errors(PluginIndex, found)]).toEqual([]);
  return found;
}
function description(uri: string): PluginDescription {
  const id = index().plugins.find((plugin) => plugin.uri === uri)?.id;
  const found = JSON.parse(readFileSync(join(state, `${id}.json`), 'utf8'));
  expect([...Value.Errors(PluginDescription, found)]).toEqual([]);
  return found;
}

test('a first scan lists what works, what fails its probe, and what can not be read', async () => {
  install('bad', 'broken', 'gain-1', 'presets');
  const steps: string[] = [];
  const report = await run((done, total, phase) => steps.push(`${phase} ${done}/${total}`));
  expect(report).toEqual({ plugins: 2, supported: 1, added: 2, changed: 0, removed: 0, refused: 1 });
  expect(index().refused).toMatchObject([
    { bundle: join(bundles, 'broken.lv2'), reason: 'What reads it ended by SIGSEGV.' },
  ]);
  expect(description('urn:test:bad')).toMatchObject({
    supported: false,
    reason: 'It gave a value that is not finite.',
  });
  expect(description('urn:test:gain-1')).toMatchObject({
    ...{ name: 'Test gain', supported: true, reason: '', latencyFrames: 64, audioIn: 1, audioOut: 1 },
    presets: [{ label: 'Loud', hasState: true }],
  });
  expect(steps).toEqual([
    ...['read 0/4', 'read 1/4', 'read 2/4', 'read 3/4', 'read 4/4'],
    ...['probe 0/2', 'probe 1/2', 'probe 2/2'],
  ]);
});

test('a second scan reads and tries nothing, and its files are the same', async () => {
  install('bad', 'broken', 'gain-1');
  await run();
  const before = index();
  const report = await run();
  expect(report).toEqual({ plugins: 2, supported: 1, added: 0, changed: 0, removed: 0, refused: 1 });
  expect([log('order.log'), log('probes.log')]).toEqual([[], []]);
  expect(index()).toEqual(before);
});

const passing = (): PluginIndex => JSON.parse(readFileSync(join(state, 'passing.json'), 'utf8'));
const gains = Array.from({ length: 12 }, (_, n) => `gain-${n + 1}`);
/** The last one of the list is the smallest. */
const installSized = () => {
  install(...gains);
  for (const [n, name] of gains.entries())
    writeFileSync(join(bundles, `${name}.lv2`, 'large'), 'x'.repeat(1000 * (20 - n)));
};

test('small bundles are read and tried first, and a plugin can be chosen while others are not read', async () => {
  installSized();
  const seen: { phase: string; passed: readonly string[]; read: number }[] = [];
  const note = (_done: number, _total: number, phase: string) => {
    const isThere = existsSync(join(state, 'passing.json'));
    seen.push({ phase, passed: isThere ? passing().plugins.map(({ uri }) => uri) : [], read: log('order.log').length });
  };
  expect(await run(note)).toMatchObject({ plugins: 12, supported: 12, added: 12 });
  const first = seen.find(({ passed }) => passed.length > 0);
  expect(first).toEqual({ phase: 'probe', passed: ['urn:test:gain-12'], read: 8 });
  const eighth = seen.find(({ read }) => read > 8);
  expect(eighth?.passed.toSorted()).toEqual(
    gains
      .slice(4)
      .map((name) => `urn:test:${name}`)
      .toSorted(),
  );
  expect(existsSync(join(state, 'passing.json'))).toBe(false);
  expect(index().plugins).toHaveLength(12);
});

test.each([
  ['many', installSized],
  ['few', () => install('gain')],
])('with %s plugins what is urgent is over as soon as the first one can be chosen', async (_count, installed) => {
  installed();
  const rested: number[] = [];
  await run(undefined, undefined, noAlarm, undefined, () => rested.push(passing().plugins.length));
  expect(rested[0]).toBe(1);
});

test('what has passed is there after a scan that was cancelled, and is not tried again', async () => {
  installSized();
  const abort = new AbortController();
  const cancel = (done: number, _: number, phase: string) => {
    if (phase === 'probe' && done === 3) abort.abort(new Error('cancelled'));
  };
  await expect(run(cancel, abort)).rejects.toThrow('cancelled');
  expect(passing().plugins.map(({ uri }) => uri)).toEqual(['urn:test:gain-12']);
  expect([...Value.Errors(PluginIndex, passing())]).toEqual([]);
  const { id } = passing().plugins[0] as PluginIndex['plugins'][number];
  expect(await run()).toMatchObject({ plugins: 12 });
  expect(log('probes.log')).toHaveLength(9);
  expect(description('urn:test:gain-12').id).toBe(id);
});

test('a bundle whose content changed is read and tried again, and no other, whatever its times say', async () => {
  install('gain-1', 'gain-2');
  await run();
  const { id } = description('urn:test:gain-2');
  for (const text of ['# one', '# two']) {
    writeFileSync(manifestOf('gain-2'), text);
    // As the clock was set back meanwhile.
    touch('gain-2', 1_000_000_000);
    expect(await run()).toMatchObject({ plugins: 2, added: 0, removed: 0 });
    expect([log('order.log'), log('probes.log')]).toEqual([['gain-2.lv2'], ['lv2 urn:test:gain-2']]);
  }
  expect(description('urn:test:gain-2')).toMatchObject({ id });
});

test('a bundle that was touched or installed anew is neither read nor tried', async () => {
  install('gain-1', 'bad');
  for (const name of ['gain-1', 'foreign']) writeFileSync(join(claps, `${name}.clap`), name);
  await run();
  const { id } = description('urn:test:gain-1');
  touch('gain-1', 4_000_000_000);
  cpSync(join(bundles, 'bad.lv2'), join(root, 'copy'), { recursive: true });
  rmSync(join(bundles, 'bad.lv2'), { recursive: true });
  renameSync(join(root, 'copy'), join(bundles, 'bad.lv2'));
  for (const name of ['gain-1', 'foreign']) utimesSync(join(claps, `${name}.clap`), 1_000_000_000, 1_000_000_000);
  expect(await run()).toMatchObject({ plugins: 3, supported: 2, added: 0, removed: 0, refused: 1 });
  for (const folder of [bundles, claps])
    expect([log('order.log', folder), log('probes.log', folder)]).toEqual([[], []]);
  expect(description('urn:test:gain-1')).toMatchObject({ id, bundleTimeMs: 4e12 });
});

test('a bundle that moved is read where it is now; what passed is not tried again, what failed is', async () => {
  install('gain-1', 'bad');
  await run();
  for (const name of ['gain-1', 'bad']) {
    mkdirSync(join(root, 'other'), { recursive: true });
    renameSync(join(bundles, `${name}.lv2`), join(root, 'other', `${name}.lv2`));
  }
  bundles = join(root, 'other');
  expect(await run()).toMatchObject({ plugins: 2, supported: 1, added: 0, removed: 0 });
  expect([log('order.log'), log('probes.log')]).toEqual([['bad.lv2', 'gain-1.lv2'], ['lv2 urn:test:bad']]);
  expect(description('urn:test:gain-1').bundle).toBe(join(bundles, 'gain-1.lv2'));
});

test('a bundle with a pipe is refused, and holds no scan', async () => {
  install('gain-1', 'gain-2');
  execFileSync('mkfifo', [join(bundles, 'gain-1.lv2', 'gain.ttl')]);
  expect(await run()).toMatchObject({ plugins: 1, supported: 1, refused: 1 });
  expect(index().refused[0]?.reason).toBe('It can not be read: gain.ttl is no file, but a pipe, socket or device.');
});

test('a plugin and a refused bundle are tried again when that is asked for, although nothing changed', async () => {
  install('bad', 'broken', 'gain-1');
  await run();
  const again = (bundle: string, uri: string) => run(undefined, undefined, noAlarm, { bundle, uri });
  await again(join(bundles, 'bad.lv2'), 'urn:test:bad');
  expect([log('order.log'), log('probes.log')]).toEqual([[], ['lv2 urn:test:bad']]);
  await again(join(bundles, 'broken.lv2'), '');
  expect(new Set(log('order.log'))).toEqual(new Set(['broken.lv2']));
  expect(log('probes.log')).toEqual([]);
  await run();
  expect([log('order.log'), log('probes.log')]).toEqual([[], []]);
});

test('a bundle that is gone takes its plugins, their files and what was kept of them', async () => {
  install('gain-1', 'gain-2');
  await run();
  rmSync(join(bundles, 'gain-1.lv2'), { recursive: true });
  expect(await run()).toMatchObject({ plugins: 1, removed: 1, added: 0 });
  expect(readdirSync(state).filter((name) => name.startsWith('test-gain'))).toHaveLength(1);
  expect(readdirSync(join(state, 'bundles'))).toHaveLength(1);
  expect(readFileSync(join(state, 'probes.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
});

test('of a plugin in two folders, the one of the first folder counts', async () => {
  install('gain-1');
  const second = join(root, 'second');
  mkdirSync(join(second, 'gain-1.lv2'), { recursive: true });
  writeFileSync(join(second, 'gain-1.lv2', 'manifest.ttl'), '');
  const rest = {
    folder: state,
    clapFolders: [],
    tools: doubleTools,
    alarm: noAlarm,
    signal: new AbortController().signal,
    progress() {},
    rest() {},
  };
  expect(await scan({ ...rest, bundleFolders: [second, bundles] })).toMatchObject({ plugins: 1 });
  expect(description('urn:test:gain-1').bundle).toBe(join(second, 'gain-1.lv2'));
});

test('plugins of both formats are in one index; files of CLAP that did not change are not opened again', async () => {
  install('gain-1');
  for (const name of ['gain-1', 'broken', 'foreign']) writeFileSync(join(claps, `${name}.clap`), '');
  expect(await run()).toEqual({ plugins: 2, supported: 2, added: 2, changed: 0, removed: 0, refused: 2 });
  expect(index().plugins.map(({ uri, format, bundle }) => [uri, format, bundle])).toEqual([
    ['urn:test:gain-1', 'lv2', join(bundles, 'gain-1.lv2')],
    ['clap:test.gain-1', 'clap', join(claps, 'gain-1.clap')],
  ]);
  expect(index().refused.map(({ bundle, reason }) => [bundle, reason])).toEqual([
    [join(claps, 'broken.clap'), 'What reads it ended by SIGSEGV.'],
    [join(claps, 'foreign.clap'), 'the file is none of CLAP 1'],
  ]);
  expect(description('clap:test.gain-1')).toMatchObject({ class: 'Utility', hasState: true, latencyFrames: 64 });
  expect(log('probes.log', claps)).toEqual(['clap clap:test.gain-1']);
  writeFileSync(join(claps, 'foreign.clap'), 'another one');
  expect(await run()).toMatchObject({ plugins: 2, refused: 2 });
  expect([log('order.log'), log('order.log', claps), log('probes.log', claps)]).toEqual([[], ['foreign.clap'], []]);
});

test('a scan that is cancelled leaves the index, and the next one tries only what is left', async () => {
  install('gain-1');
  await run();
  const before = index();
  install('gain-2', 'gain-3', 'gain-4', 'gain-5');
  const abort = new AbortController();
  const cancel = (done: number, _: number, phase: string) => {
    if (phase === 'probe' && done === 2) abort.abort(new Error('cancelled'));
  };
  await expect(run(cancel, abort)).rejects.toThrow('cancelled');
  expect(index()).toEqual(before);
  expect(await run()).toMatchObject({ plugins: 5, added: 4 });
  expect(log('order.log')).toEqual([]);
  expect(log('probes.log')).toHaveLength(2);
});

test('files of an earlier scan that are torn or foreign are made again', async () => {
  install('gain-1');
  await run();
  for (const name of readdirSync(join(state, 'bundles'))) writeFileSync(join(state, 'bundles', name), '{"key"');
  appendFileSync(join(state, 'probes.jsonl'), '\n{"key": "a", "resu');
  writeFileSync(join(state, 'index.json'), 'null');
  expect(await run()).toMatchObject({ plugins: 1, supported: 1, added: 1 });
  expect(log('order.log')).toEqual(['gain-1.lv2']);
});

test('a plugin and a bundle that take too long are tried again by themselves, and by the next scan', async () => {
  install('hang', 'silent');
  const late = () => [...log('probes.log'), ...log('order.log')].filter((line) => /hang$|silent/.test(line)).length;
  const alarm = passingAlarm({ passes: onceForEach(late) });
  const report = await run(undefined, undefined, alarm);
  expect(report).toMatchObject({ plugins: 1, supported: 0, refused: 1 });
  expect(description('urn:test:hang').reason).toBe('Its probe said nothing for 20 s. The next scan tries it again.');
  expect(index().refused[0]?.reason).toBe('What reads it said nothing for 30 s. The next scan tries it again.');
  expect(log('probes.log').filter((line) => line.endsWith('hang'))).toHaveLength(2);
  expect(alarm.quietened).toBe(2);
  await run(undefined, undefined, passingAlarm({ passes: onceForEach(late) }));
  expect([log('order.log'), log('probes.log')]).toEqual([
    ['silent.lv2', 'silent.lv2'],
    ['lv2 urn:test:hang', 'lv2 urn:test:hang'],
  ]);
});

test('a scan that can not keep what it found ends with the file and the reason, and leaves the index', async () => {
  install('gain-1');
  await run();
  const before = readFileSync(join(state, 'index.json'), 'utf8');
  // No folder can be made there: as a disk without room, it fails while a bundle is read.
  rmSync(join(state, 'bundles'), { recursive: true });
  writeFileSync(join(state, 'bundles'), '');
  install('gain-2', 'gain-3');
  await expect(run()).rejects.toThrow(/\/plugins\/bundles\/\w+\.json can not be written: E[A-Z]+: /);
  expect(readFileSync(join(state, 'index.json'), 'utf8')).toBe(before);
  rmSync(join(state, 'bundles'));
  expect(await run()).toMatchObject({ plugins: 3, added: 2 });
});

test('what a scan wrote as it was killed is gone after the next one', async () => {
  mkdirSync(state);
  writeFileSync(join(state, 'index.json.4711.new'), '{"version"');
  install('gain-1');
  await run();
  expect(readdirSync(state).filter((name) => name.endsWith('.new'))).toEqual([]);
});

test('a machine without plugins has an empty index', async () => {
  expect(await run()).toEqual({ plugins: 0, supported: 0, added: 0, changed: 0, removed: 0, refused: 0 });
  expect(index()).toEqual({ version: 1, plugins: [], refused: [] });
});
