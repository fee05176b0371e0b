// Bundles with every fault that files can have, read by the real program.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PluginDescription, PluginIndex } from '../../../../core/driver/hosted-plugin.ts';
import { type Alarm, realAlarm } from './alarm.ts';
import { scan } from './scan.ts';

const built = (name: string) => fileURLToPath(new URL(`../../build/Release/${name}`, import.meta.url));
const tools = { scan: built('lv2-scan'), rack: built('lv2-rack') };
const isBuilt = existsSync(tools.scan) && existsSync(tools.rack);
if (!isBuilt && process.env.CI === 'true') throw new Error('the programs for plugins are not built: npm run build');
if (!isBuilt) console.warn('skipped: the programs for plugins are not built (npm run build)');

const mayReadAll = process.getuid?.() === 0;
if (mayReadAll) console.warn('skipped: bundles without rights, since the superuser may read everything');

const prefixes = ['lv2: <http://lv2plug.in/ns/lv2core#>', 'rdfs: <http://www.w3.org/2000/01/rdf-schema#>'];
const head = `${[...prefixes, 'doap: <http://usefulinc.com/ns/doap#>'].map((each) => `@prefix ${each} .`).join('\n')}\n`;
const manifest = `${head}<urn:test:one> a lv2:Plugin ; lv2:binary <one.so> ; rdfs:seeAlso <one.ttl> .\n`;
const port = (index: number, symbol: string, types: string, more = '') =>
  `[ a ${types} ; lv2:index ${index} ; lv2:symbol "${symbol}" ; lv2:name "${symbol}" ${more} ]`;
const audio = [port(0, 'in', 'lv2:InputPort, lv2:AudioPort'), port(1, 'out', 'lv2:OutputPort, lv2:AudioPort')];
const plugin = (ports: readonly string[]) =>
  `${head}<urn:test:one> a lv2:Plugin ; doap:name "One" ; lv2:port ${ports.join(' , ')} .\n`;
const control = (n: number) => port(n + 2, `p${n}`, 'lv2:InputPort, lv2:ControlPort', '; lv2:default 0.5');

describe.skipIf(!isBuilt)('bundles with faults', () => {
  let root: string;
  let bundle: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'rowdesk-broken-'));
    bundle = join(root, 'lv2/one.lv2');
    mkdirSync(bundle, { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(bundle, name), text);
  };
  async function scanned(alarm: Alarm = realAlarm): Promise<PluginIndex> {
    const folder = join(root, 'plugins');
    const { signal } = new AbortController();
    await scan({
      folder,
      bundleFolders: [join(root, 'lv2')],
      clapFolders: [],
      tools,
      alarm,
      signal,
      progress() {},
      rest() {},
    });
    return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  }
  const reasons = ({ refused }: PluginIndex) => refused.map((each) => [basename(each.bundle), each.reason]);
  const only = ({ plugins }: PluginIndex) => plugins.map(({ uri, supported, reason }) => ({ uri, supported, reason }));

  test('a manifest that is none is refused with the place of the fault', async () => {
    write({ 'manifest.ttl': '@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n<urn:test:one> a a a "' });
    expect(reasons(await scanned())).toEqual([['one.lv2', expect.stringMatching(/error.*manifest\.ttl/)]]);
  });

  test('a plugin whose own file is none has a reason', async () => {
    write({ 'manifest.ttl': manifest, 'one.ttl': 'not turtle at all {{{' });
    expect(only(await scanned())).toEqual([
      { uri: 'urn:test:one', supported: false, reason: expect.stringContaining('neither a name nor ports') },
    ]);
  });

  test('a plugin whose own file is not there has a reason', async () => {
    write({ 'manifest.ttl': manifest });
    expect(only(await scanned())).toMatchObject([
      { supported: false, reason: expect.stringContaining('neither a name') },
    ]);
  });

  test.each([['manifest.ttl'], ['one.ttl']])('a file without end is refused before it is opened: %s', async (name) => {
    write({ 'manifest.ttl': manifest, 'one.ttl': plugin(audio) });
    rmSync(join(bundle, name));
    execFileSync('mkfifo', [join(bundle, name)]);
    expect(reasons(await scanned())).toEqual([
      ['one.lv2', `It can not be read: ${name} is no file, but a pipe, socket or device.`],
    ]);
  });

  test('a plugin whose library is not there fails its probe, with its path', async () => {
    write({ 'manifest.ttl': manifest, 'one.ttl': plugin(audio) });
    expect(only(await scanned())).toMatchObject([{ supported: false, reason: expect.stringContaining('one.so') }]);
  });

  test('a library that is none fails its probe', async () => {
    write({ 'manifest.ttl': manifest, 'one.ttl': plugin(audio), 'one.so': 'not a library' });
    expect(only(await scanned())).toMatchObject([{ supported: false, reason: expect.stringContaining('one.so') }]);
  });

  test.each([
    ['ends its process', 'abort();', 'SIGABRT'],
    ['breaks its process', 'raise(SIGSEGV);', 'SIGSEGV'],
  ])('a library that %s when it is opened fails its probe', async (_, code, signal) => {
    write({ 'manifest.ttl': manifest, 'one.ttl': plugin(audio) });
    const headers = '#include <signal.h>\n#include <stdlib.h>\n';
    const input = `${headers}__attribute__((constructor)) static void begin(void) { ${code} }`;
    execFileSync('cc', ['-shared', '-fPIC', '-x', 'c', '-', '-o', join(bundle, 'one.so')], { input });
    expect(only(await scanned())).toMatchObject([{ supported: false, reason: `Its probe ended by ${signal}.` }]);
  });

  test('a plugin of 10,000 ports is read, and has too many', async () => {
    const ports = [...audio, ...Array.from({ length: 9998 }, (_, n) => control(n))];
    write({ 'manifest.ttl': manifest, 'one.ttl': plugin(ports) });
    expect(only(await scanned())).toMatchObject([
      { supported: false, reason: 'It has 9998 parameters; at most 1024 are served.' },
    ]);
  });

  test('texts and numbers that are none make a description all the same', async () => {
    const odd = [
      port(2, 'a', 'lv2:InputPort, lv2:ControlPort', '; lv2:minimum "x" ; lv2:maximum 1e400 ; lv2:default -1e400'),
      port(3, 'b', 'lv2:InputPort, lv2:ControlPort', '; lv2:minimum true ; lv2:maximum <urn:x> ; lv2:default 5'),
      port(4, 'quoted', 'lv2:InputPort, lv2:ControlPort', '; rdfs:comment "\\u0001\\"\\\\"'),
    ];
    write({ 'manifest.ttl': manifest, 'one.ttl': plugin([...audio, ...odd]) });
    const index = await scanned();
    const file = join(root, 'plugins', `${index.plugins[0]?.id}.json`);
    const { parameters } = JSON.parse(readFileSync(file, 'utf8')) as PluginDescription;
    expect(parameters.map(({ symbol, minimum, maximum, default: start }) => [symbol, minimum, maximum, start])).toEqual(
      [
        ['a', 0, 1, 0],
        ['b', 1, 5, 5],
        ['quoted', 0, 1, 0],
      ],
    );
  });

  test('a bundle that ends lilv itself is refused, and the one behind it is read', async () => {
    const ports = [
      ...audio,
      port(2, 'a', 'lv2:InputPort, lv2:ControlPort', '; lv2:scalePoint [ rdfs:label "no value" ]'),
    ];
    write({ 'manifest.ttl': manifest, 'one.ttl': plugin(ports) });
    bundle = join(root, 'lv2/two.lv2');
    mkdirSync(bundle);
    write({ 'manifest.ttl': manifest.replace(':one', ':two'), 'one.ttl': plugin(audio).replace(':one', ':two') });
    const found = await scanned();
    expect(reasons(found)).toEqual([['one.lv2', 'What reads it ended by SIGABRT.']]);
    expect(only(found)).toMatchObject([{ uri: 'urn:test:two' }]);
  });

  test.skipIf(mayReadAll)('a bundle without rights is refused', async () => {
    write({ 'manifest.ttl': manifest });
    chmodSync(bundle, 0);
    const found = await scanned();
    chmodSync(bundle, 0o700);
    expect(reasons(found)).toEqual([['one.lv2', 'It can not be read: no permission.']]);
  });

  test.skipIf(mayReadAll)('a manifest without rights is refused', async () => {
    write({ 'manifest.ttl': manifest });
    chmodSync(join(bundle, 'manifest.ttl'), 0);
    expect(reasons(await scanned())).toEqual([['one.lv2', expect.stringMatching(/error/i)]]);
  });
});
