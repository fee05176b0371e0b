import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLanguageService, type JSONSchema, TextDocument } from 'vscode-json-languageservice';
import { packageRoot } from '../core/base/package-root.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-config-'));
  file = join(folder, 'desk.config.json');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function rowdesk(...words: string[]) {
  const terminal = fakeTerminal();
  const code = await runCommand(words, terminal);
  return { code, out: terminal.out, err: terminal.err.replaceAll(folder, 'ROOM') };
}

const edit = (text: string, command: string, ...words: string[]) => {
  writeFileSync(file, text);
  return rowdesk('config', command, ...words, '--config', file);
};

/** Each comment says what the fault of its line is called. */
const twentyFaults = `{
  // A desk with all that can be wrong
  "provider": [], // provider: is not known here; did you mean "providers"?
  "providers": [
    "console",
    "console", // names "console" a second time
    "chanel", // provider "chanel", name: .*; did you mean "channel"\\?$
    { "nome": "clock" }, // providers/3/nome: is not known here; did you mean "name"?
    "../up", // does not have the form asked for
    "alsa", // it is a driver: name it in "drivers"
    { "name": "clipboard", "config": { "slot": 3 } }, // config/slot: is not known here; did you mean "slots"?
    "meters" // provider "meters"
    "telemetry" // is not JSON: a comma is missing before this
  ],
  "drivers": [
    "mixr", // driver "mixr": .*; did you mean "mixer"\\?$
    { "name": "virtual", "config": { "latencyMS": "no" } }, // driver "virtual", config/latencyMS: is not known here
  ],
  "surfaces": [
    "ocs", // surface "ocs": .*; did you mean "osc"\\?$
    { "name": "osc", "config": { "port": 65536 } }, // surface "osc", config/port: is out of range
  ],
  "devices": [
    { "id": "foh", "transport": "virtal", "model": "virtual-8x8" }, // did you mean the transport "virtual"?
    { "id": "stage", "transport": "alsa", "model": "hw:1" }, // add "alsa" to drivers
  ],
  "preferDrivers": ["virtal"], // "virtal" is not in drivers; did you mean "virtual"?
  "limits": {
    "watchers": 0, // limits/watchers: is out of range
    "watcher": 1, // limits/watcher: is not known here; did you mean "watchers"?
  },
  "rate": 22050, // rate: is none of the options
  "lingerS": -1, // lingerS: is out of range
  "trustedOrigins": ["panel.example.org"], // trustedOrigins/0: does not have the form asked for
  "heartbeatMs": "1000", // heartbeatMs: has the wrong type
  "sysRoot": "/sys",
  "sysRoot": "/sys", // sysRoot: is there a second time, after line 36
}
`;

test('a configuration with more than twenty faults: each is told in one run, with its line', async () => {
  const { code, out, err } = await edit(twentyFaults, 'check');
  expect([code, out]).toEqual([1, '']);
  const told = err.split('\n');
  const expected = twentyFaults.split('\n').flatMap((line, place) => {
    const words = / \/\/ (.*)$/.exec(line)?.[1];
    return words === undefined || place === 1 ? [] : [{ line: place + 1, words }];
  });
  expect(expected.length).toBeGreaterThanOrEqual(20);
  const missing = expected.filter(({ line, words }) => {
    const isRule = words.endsWith('$');
    const own = told.filter((each) => each.startsWith(`ROOM/desk.config.json:${line}:`));
    return !own.some((each) => (isRule ? new RegExp(words).test(each) : each.includes(words)));
  });
  expect({ missing, told }).toEqual({ missing: [], told });
  expect(err).not.toContain('install that package');
});

test('comments and trailing commas are no faults, with the file as an argument too', async () => {
  writeFileSync(file, '// A small desk\n{ "providers": ["console", /* rows */ "clock",], "drivers": ["mixer"], }\n');
  expect(await rowdesk('config', 'check', file)).toMatchObject({ code: 0, err: '' });
});

const small = `{
  // What the house needs
  "providers": ["console", "clock"], // in this order
  "drivers": ["mixer", /* no card */ "virtual"],
  "limits": { "watchers": 20 /* tablets */ }
}
`;

test('get shows what a start takes, with the defaults', async () => {
  expect(await edit(small, 'get', 'limits/watchers')).toMatchObject({ code: 0, out: '20\n' });
  expect(await edit(small, 'get', 'rate')).toMatchObject({ code: 0, out: '48000\n' });
  expect(JSON.parse((await edit(small, 'get')).out)).toMatchObject({
    blockFrames: 64,
    limits: { watchersPerAddress: 64 },
  });
  expect(await edit(small, 'get', 'colour')).toMatchObject({ code: 1, err: 'colour has no value.\n' });
});

test('an edit changes what it names and leaves every comment, and the rights of the file', async () => {
  writeFileSync(file, small);
  chmodSync(file, 0o600);
  const words = [
    ['set', 'limits/watchers', '30'],
    ['set', 'providers/console/config/layout/input', '16'],
    ['set', 'hostNames', '["desk.local"]'],
    ['enable', 'channel'],
    ['disable', 'clock'],
    ['unset', 'hostNames'],
  ];
  for (const [command = '', ...more] of words) {
    expect(await rowdesk('config', command, ...more, '--config', file)).toMatchObject({ code: 0, out: '' });
  }
  const text = readFileSync(file, 'utf8');
  for (const comment of ['// What the house needs', '// in this order', '/* no card */', '/* tablets */']) {
    expect(text).toContain(comment);
  }
  const { out } = await rowdesk('config', 'get', 'providers', '--config', file);
  expect(JSON.parse(out)).toEqual([
    { name: 'console', required: false, config: { layout: { input: 16 } } },
    { name: 'channel', required: false, config: {} },
  ]);
  expect((await rowdesk('config', 'get', 'limits/watchers', '--config', file)).out).toBe('30\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['a value out of range', ['set', 'rate', '22050'], 'rate: is none of the options'],
  ['a setting that its provider does not take', ['set', 'providers/console/config/colour', '1'], 'console'],
  ['what others need', ['disable', 'console'], 'add "console" to providers'],
  ['a misspelt name', ['enable', 'chanel'], 'did you mean "channel"?'],
  ['a name that is off', ['disable', 'channel'], 'channel is not switched on'],
  ['what is not there', ['unset', 'rate'], 'rate is not in'],
])('an edit that would bring a fault is refused, and the file stays: %s', async (_, [command = '', ...more], words) => {
  const text = small.replace('"clock"', '"clock", "meters", { "name": "channel" }');
  const given = words.startsWith('channel') ? small : text;
  const { code, err } = await edit(given, command, ...more);
  expect([code, err]).toEqual([1, expect.stringContaining(words)]);
  expect(readFileSync(file, 'utf8')).toBe(given);
});

test('a file with other faults can be edited, until it has none', async () => {
  const faulty = small.replace('20', '0').replace('"clock"', '"clokc"');
  expect(await edit(faulty, 'set', 'limits/watchers', '5')).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('"clokc"');
});

test("the file of rowdesk itself is not edited: an update would take the edit away; one's own is made of it", async () => {
  const shipped = join(packageRoot, 'providers.config.json');
  const before = readFileSync(shipped, 'utf8');
  const { code, err } = await rowdesk('config', 'set', 'rate', '96000');
  expect([code, err]).toEqual([2, expect.stringContaining('rowdesk config new desk.config.json')]);
  expect(readFileSync(shipped, 'utf8')).toBe(before);
  const own = join(folder, 'own.config.json');
  expect(await rowdesk('config', 'new', own)).toMatchObject({ code: 0, out: `${own}\n` });
  expect(await rowdesk('config', 'check', own)).toMatchObject({ code: 0, err: '' });
  expect(await rowdesk('config', 'new', own)).toMatchObject({ code: 1 });
});

/** The language service of VS Code: what an editor says of a text. */
async function inEditor(text: string) {
  const schema = JSON.parse((await rowdesk('config', 'schema')).out) as JSONSchema;
  const service = getLanguageService({});
  service.configure({ allowComments: true, schemas: [{ uri: 'rowdesk://config', fileMatch: ['*'], schema }] });
  const document = TextDocument.create('file:///desk.config.json', 'jsonc', 1, text.replace('|', ''));
  const parsed = service.parseJSONDocument(document);
  const settings = { comments: 'ignore', trailingCommas: 'ignore' } as const;
  const faults = await service.doValidation(document, parsed, settings);
  const at = document.positionAt(Math.max(0, text.indexOf('|')));
  const offered = await service.doComplete(document, at, parsed);
  const hover = await service.doHover(document, at, parsed);
  return {
    lines: [...new Set(faults.map(({ range }) => range.start.line + 1))].sort((a, b) => a - b),
    offered: offered?.items.map(({ label }) => label) ?? [],
    hover: JSON.stringify(hover?.contents ?? ''),
  };
}

test('an editor takes what the desk takes, and underlines what it refuses, in the same lines', async () => {
  // `$schema` names a file, which the schema at hand stands for.
  const shipped = readFileSync(join(packageRoot, 'providers.config.json'), 'utf8').replace(/ {2}"\$schema".*/, '');
  expect((await inEditor(shipped)).lines).toEqual([]);
  expect((await inEditor(small)).lines).toEqual([]);
  const faulty = [
    '{',
    '  "providers": ["console",',
    '    { "name": "clipboard", "config": { "slots": "many" } },',
    '    { "name": "clock", "config": { "hue": 1 } },',
    '    { "nome": "mix" }],',
    '  "drivers": [{ "name": "virtual", "config": { "nope": 1 } }],',
    '  "surfaces": [{ "name": "osc", "config": { "port": 65536 } }],',
    '  "rate": 22050,',
    '  "limits": { "watchers": 0 },',
    '}',
  ].join('\n');
  expect((await inEditor(faulty)).lines).toEqual([3, 4, 5, 6, 7, 8, 9]);
  const { err } = await edit(faulty, 'check');
  for (const line of [3, 4, 5, 6, 7, 8, 9]) expect(err).toContain(`ROOM/desk.config.json:${line}:`);
});

test('an editor offers names of packages, settings of a package, and says what a member means', async () => {
  expect((await inEditor('{ "providers": [|] }')).offered).toEqual(expect.arrayContaining(['"console"', '"takes"']));
  const ofSurface = await inEditor('{ "providers": [], "surfaces": [{ "name": "osc", "config": { | } }] }');
  expect(ofSurface.offered).toEqual(expect.arrayContaining(['port', 'queryPort']));
  expect((await inEditor('{ "providers": [], "ra|te": 48000 }')).hover).toContain('Hz');
});
