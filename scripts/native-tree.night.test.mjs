// The one build of the tree's native packages, in a folder of its own with small packages and the build of this one.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './steps/run.mjs';
import { onPath, ToyProject } from './toy-project-fixture.mjs';

let project;
let outer;
let folder;

beforeEach(() => {
  project = new ToyProject(['package.json']);
  ({ outer, folder } = project);
  // A compiler that notes what it compiles, and ends a build where a test asks for that.
  write(
    '../bin/gcc',
    `#!/bin/sh\n[ -e ${outer}/fatal ] && kill -KILL 0\necho "$@" >> ${outer}/compiled\nexec ${onPath('gcc')} "$@"\n`,
    0o755,
  );
  write('hardware-drivers/lib/shared/binding.gypi', gypi(target('shared', 'static_library')));
  write('hardware-drivers/lib/shared/shared.h', '#define ANSWER 42\nint answer(void);\n');
  write('hardware-drivers/lib/shared/shared.c', '#include "shared.h"\nint answer(void) { return ANSWER; }\n');
  for (const name of ['toy', 'other']) writeToy(name, gypi(target(name)));
  writeTree('toy', 'other');
});
afterEach(() => project.remove());

const path = (name) => project.path(name);
const write = (name, text, mode) => project.write(name, text, mode);
const target = (name, type = 'loadable_module') => {
  const sources = type === 'static_library' ? `'${name}.c'` : "'toy.c'";
  const needs = type === 'static_library' ? '' : "'dependencies': ['shared'], ";
  return `{ 'target_name': '${name}', 'type': '${type}', ${needs}'sources': [${sources}] }`;
};
const gypi = (...targets) => `{ 'targets': [${targets.join(', ')}] }\n`;
const source = (more = '') => `#include <node_api.h>
#include "../lib/shared/shared.h"
${more}
NAPI_MODULE_INIT() { napi_value value; napi_create_int32(env, answer(), &value); return value; }
`;
function writeToy(name, description, manifest = {}) {
  write(`hardware-drivers/${name}/binding.gypi`, description);
  write(`hardware-drivers/${name}/toy.c`, source());
  write(`hardware-drivers/${name}/package.json`, JSON.stringify({ name, ...manifest }));
}
const writeTree = (...names) =>
  write(
    'hardware-drivers/binding.gyp',
    `{ 'includes': [${['lib/shared', ...names].map((name) => `'${name}/binding.gypi'`).join(', ')}] }\n`,
  );

const env = () => ({
  ...process.env,
  PATH: `${outer}/bin${delimiter}${process.env.PATH}`,
  CC: '',
  CXX: '',
  ROWDESK_OBJECTS: `${outer}/objects`,
});
const script = ({ names, ...options }) => `(async () => {
  const { buildNative } = await import('./scripts/steps/native.mjs');
  const { stateOf } = await import('./scripts/steps/native-state.mjs');
  const states = ${JSON.stringify(names)}?.map((name) => stateOf(process.cwd() + '/hardware-drivers/' + name));
  console.log(await buildNative({ ...${JSON.stringify(options)}, states }));
})()`;
const build = (options = {}, of = folder) => run(process.execPath, ['-e', script(options)], { cwd: of, env: env() });
const moduleOf = (name, of = folder) => join(of, `hardware-drivers/${name}/build/Release/${name}.node`);
/** What the module says in a process of its own. */
const answerOf = async (name, of = folder) =>
  Number((await run(process.execPath, ['-p', `require('${moduleOf(name, of)}')`])).log);
/** The sources that were compiled since the last call. */
function compiled() {
  if (!existsSync(join(outer, 'compiled'))) return [];
  const lines = readFileSync(join(outer, 'compiled'), 'utf8').split('\n');
  rmSync(join(outer, 'compiled'));
  return lines.flatMap((line) => / -c (?:\S*\/)?(\w+\/\w+\.c) /.exec(line)?.[1] ?? []).sort();
}

test('all packages have one configuration, and what they share is compiled once', async () => {
  const { log } = await build();
  expect(log).toMatch(/^toy is built \(\d+\.\d s\)\.$/m);
  expect(log).toMatch(/^other is built \(\d+\.\d s\)\.$/m);
  expect(await Promise.all(['toy', 'other'].map((name) => answerOf(name)))).toEqual([42, 42]);
  expect(compiled()).toEqual(['other/toy.c', 'shared/shared.c', 'toy/toy.c']);
  expect(existsSync(path('hardware-drivers/build/Makefile'))).toBe(true);
  expect(existsSync(path('hardware-drivers/toy/build/Makefile'))).toBe(false);
  expect((await build()).log).toBe('[]\n');
});

test('a package whose headers are missing is left out with the reason, and the others are built', async () => {
  const condition = `['"<!(pkg-config --exists no-such-library 2>/dev/null && echo yes || echo no)"=="yes"', ${gypi(target('other')).trim()}]`;
  const rowdesk = { build: { pkgConfig: { 'no-such-library': 'libnosuch-dev' } } };
  writeToy('other', `{ 'conditions': [${condition}] }\n`, { rowdesk });
  const { log } = await build();
  expect(log).toContain(
    'other is not built: the headers of no-such-library were not found. To mend it: sudo apt-get install',
  );
  expect(log).toMatch(/^\[ 'other' \]$/m);
  expect(await answerOf('toy')).toBe(42);
});

test('a package that does not compile is named with its errors, and the others are built', async () => {
  write('hardware-drivers/other/toy.c', source('#include <there_is_no_such_header.h>'));
  const { log } = await build();
  expect(log).toMatch(/other could not be built:\n.*other\/toy\.c.*there_is_no_such_header\.h/);
  expect(log).toMatch(/^\[ 'other' \]$/m);
  expect([await answerOf('toy'), existsSync(moduleOf('other'))]).toEqual([42, false]);
  expect((await build()).log).toMatch(/^other could not be built earlier/);
  write('hardware-drivers/other/toy.c', source());
  await build();
  expect(await answerOf('other')).toBe(42);
});

test('a second clone has its objects from the first one', async () => {
  await build();
  const second = join(outer, 'second');
  compiled();
  cpSync(folder, second, { recursive: true, verbatimSymlinks: true, filter: (from) => !/\/(build|dist)$/.test(from) });
  const { log } = await build({}, second);
  expect(log).toMatch(/^toy is built/m);
  expect(await answerOf('toy', second)).toBe(42);
  expect(compiled()).toEqual([]);
});

test('what has the same content is not stale: touched, or copied with what was built', async () => {
  await build();
  utimesSync(path('hardware-drivers/toy/toy.c'), new Date(), new Date());
  expect((await build()).log).toBe('[]\n');
  const copy = join(outer, 'copy');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  expect((await build({}, copy)).log).toBe('[]\n');
  rmSync(moduleOf('toy', copy));
  expect((await build({}, copy)).log).toMatch(/^Building native packages .*: toy \.\.\.\n/);
  expect(await answerOf('toy', copy)).toBe(42);
});

test('a changed header of a library builds what depends on it', async () => {
  await build();
  write('hardware-drivers/lib/shared/shared.h', '#define ANSWER 43\nint answer(void);\n');
  await build();
  expect(await Promise.all(['toy', 'other'].map((name) => answerOf(name)))).toEqual([43, 43]);
});

test('a changed description that all packages include configures the build anew', async () => {
  const describe = (answer) =>
    write('hardware-drivers/lib/common.gypi', `{ 'target_defaults': { 'defines': ['answer()=${answer}'] } }\n`);
  describe(1);
  write('hardware-drivers/binding.gyp', "{ 'includes': ['lib/common.gypi', 'toy/binding.gypi'] }\n");
  write('hardware-drivers/toy/binding.gypi', gypi("{ 'target_name': 'toy', 'sources': ['toy.c'] }"));
  write('hardware-drivers/toy/toy.c', source().replace('#include "../lib/shared/shared.h"', ''));
  await build();
  expect(await answerOf('toy')).toBe(1);
  describe(2);
  await build();
  expect(await answerOf('toy')).toBe(2);
});

test('a loaded module is never written to: its file is another one after a build', async () => {
  await build();
  const before = statSync(moduleOf('toy')).ino;
  write('hardware-drivers/toy/toy.c', source('int more = 1;'));
  await build();
  expect(statSync(moduleOf('toy')).ino).not.toBe(before);
});

test('a build that is killed looks unfinished, and the next one goes on', async () => {
  write('../fatal', '');
  const killed = spawn(process.execPath, ['-e', script({})], {
    cwd: folder,
    env: env(),
    detached: true,
    stdio: 'ignore',
  });
  const signal = await new Promise((resolve) => killed.on('exit', (_, by) => resolve(by)));
  expect([signal, existsSync(moduleOf('toy'))]).toEqual(['SIGKILL', false]);
  rmSync(path('../fatal'));
  // Half a file, and younger than what it was made from.
  const half = path('hardware-drivers/build/Release/obj.target/toy/toy/toy.o');
  mkdirSync(dirname(half), { recursive: true });
  writeFileSync(half, 'half');
  await build();
  expect(await Promise.all(['toy', 'other'].map((name) => answerOf(name)))).toEqual([42, 42]);
  truncateSync(moduleOf('toy'), 1000);
  expect((await build()).log).toMatch(/: toy \.\.\.\n/);
  expect(await answerOf('toy')).toBe(42);
});

test('the first build has what the first sound needs, and a later one the rest', async () => {
  const description = gypi(
    target('toy'),
    `{ 'target_name': 'toy_first', 'defines': ['FIRST'], 'dependencies': ['shared'], 'sources': ['toy.c'] }`,
    target('test_toy'),
  );
  writeToy('toy', description);
  write('hardware-drivers/toy/toy.c', source('#ifdef FIRST\n#define answer() 1\n#endif'));
  const first = { first: true, names: ['toy'] };
  await build(first);
  expect([await answerOf('toy'), existsSync(moduleOf('other'))]).toEqual([1, false]);
  expect((await build(first)).log).toBe('[]\n');
  await build();
  expect([await answerOf('toy'), await answerOf('other')]).toEqual([42, 42]);
  expect(existsSync(path('hardware-drivers/toy/build/Release/test_toy.node'))).toBe(true);
  expect((await build(first)).log).toBe('[]\n');
});

test('a compiler that the builder names is the one that compiles', async () => {
  const own = join(outer, 'own-compiler');
  writeFileSync(own, `#!/bin/sh\necho own >> ${outer}/own\nexec ${onPath('gcc')} "$@"\n`, { mode: 0o755 });
  const { log } = await run(process.execPath, ['-e', script({})], { cwd: folder, env: { ...env(), CC: own } });
  expect(log).toMatch(/^toy is built/m);
  expect(existsSync(join(outer, 'own'))).toBe(true);
  expect(existsSync(join(outer, 'objects'))).toBe(false);
});
