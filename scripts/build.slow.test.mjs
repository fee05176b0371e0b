// The build, run as a newcomer runs it: in a folder of its own with a small project and the packages of this one.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './steps/run.mjs';
import { onPath, ToyProject, typed, wholeModule } from './toy-project-fixture.mjs';

let project;
let folder;

beforeEach(() => {
  project = new ToyProject(typed);
  folder = project.folder;
  write('core/answer.ts', 'export const answer: number = 42;\n');
  write('core/provider.ts', "export * from './answer.ts';\n");
  write('core/words.json', '{ "a": 1 }\n');
  write('core/thread.mjs', 'export {};\n');
  mkdirSync(path('hardware-drivers'));
});
afterEach(() => project.remove());

const path = (name) => project.path(name);
const write = (name, text, mode) => project.write(name, text, mode);
function writeToy(source = wholeModule) {
  write('hardware-drivers/toy/binding.gyp', '{ "targets": [{ "target_name": "toy", "sources": ["toy.c"] }] }\n');
  write('hardware-drivers/toy/toy.c', source);
}
const build = (words = [], env = {}) =>
  run(process.execPath, ['scripts/build.mjs', ...words], { cwd: folder, env: { ...process.env, ...env } });

test('a build bundles, copies what is read by its name and builds native packages; a second one does nothing', async () => {
  writeToy();
  const first = await build();
  expect(first).toEqual({
    code: 0,
    log: expect.stringMatching(
      /^Building TypeScript \(some 10 s\) ...\nBuilding native packages \(less than a minute\): toy ...\ntoy is built \(\d+\.\d s\).\n$/,
    ),
  });
  for (const name of ['provider.js', 'provider.d.ts', 'answer.d.ts', 'words.json', 'thread.mjs']) {
    expect(existsSync(path(`dist/core/${name}`)), name).toBe(true);
  }
  expect(existsSync(path('hardware-drivers/toy/build/Release/toy.node'))).toBe(true);
  expect(existsSync(path('dist/core/answer.js'))).toBe(false);
  expect(await build()).toEqual({ code: 0, log: '' });
});

test('what entries share is one module in one file, a module knows its place, and a changed file has another name', async () => {
  const writeAnswer = (answer) =>
    write('core/answer.ts', `export const answers: number[] = [${answer}];\nexport const home = import.meta.url;\n`);
  writeAnswer(42);
  write('core/testing.ts', "export * from './answer.ts';\n");
  expect((await build()).code).toBe(0);
  const [provider, testing] = await Promise.all(
    ['provider', 'testing'].map((name) => import(path(`dist/core/${name}.js`))),
  );
  expect(testing.answers).toBe(provider.answers);
  expect(provider.home).toBe(pathToFileURL(path('dist/core/answer.js')).href);
  const chunks = () => readdirSync(path('dist/chunks')).filter((name) => name.endsWith('.js'));
  const before = chunks();
  writeAnswer(43);
  expect((await build()).code).toBe(0);
  expect(chunks()).toHaveLength(before.length);
  expect(chunks()).not.toEqual(before);
});

test('a character above U+00FF is escaped in the bundle, which halves what its file takes in memory', async () => {
  write(
    'core/answer.ts',
    "export const answer: string = '6 × 7 → \u{1F600}';\nexport const isArrow = /→/u.test(answer);\n",
  );
  expect((await build()).code).toBe(0);
  expect(readFileSync(path('dist/core/provider.js'), 'utf8')).toMatch(/^[\0-\xff]*$/);
  expect(await import(path('dist/core/provider.js'))).toMatchObject({ answer: '6 × 7 → \u{1F600}', isArrow: true });
});

test('what is shipped can not import what is for tests', async () => {
  write('core/answer-double.ts', 'export const answer: number = 42;\n');
  write('core/provider.ts', "export * from './answer-double.ts';\n");
  expect(await build()).toEqual({
    code: 1,
    log: expect.stringMatching(/imports what is for tests: .*answer-double.ts/),
  });
});

test('dist/ has nothing that is for tests, neither new nor from before; build/ has it', async () => {
  const forTests = ['core/answer.test', 'core/answer-double', 'core/answers-fixture', 'test/main'];
  for (const name of forTests) write(`${name}.ts`, `export const name = '${name}';\n`);
  for (const name of forTests) write(`dist/${name}.js`, '');
  write('core/fixtures/words.json', '{}\n');
  expect((await build()).code).toBe(0);
  expect(
    readdirSync(path('dist'), { recursive: true }).filter((name) => /test|answers|double|words/.test(name)),
  ).toEqual(['core/words.json']);
  for (const name of forTests) expect(existsSync(path(`build/${name}.js`)), name).toBe(true);
  expect(existsSync(path('build/core/fixtures/words.json'))).toBe(true);
});

test("the descriptions of a mixer's processors become one file, in the order of the list", async () => {
  const own = 'hardware-drivers/toy/src/processors';
  write(`${own}/list.h`, '#include "processors/gate.h"\n#include "processors/comp.h"\n');
  for (const name of ['comp', 'gate']) write(`${own}/${name}.json`, `[{ "processorId": "${name}" }]`);
  expect((await build()).code).toBe(0);
  const gathered = () => JSON.parse(readFileSync(path('hardware-drivers/toy/dist/processors.json'), 'utf8'));
  expect(gathered()).toEqual({ processors: [{ processorId: 'gate' }, { processorId: 'comp' }] });
  rmSync(path(`${own}/comp.json`));
  const failed = await build();
  expect(failed.code).not.toBe(0);
  expect(failed.log).toContain('comp.json');
});

test('while several native packages are built, each says when it is, and all together how long it takes', async () => {
  writeToy();
  for (const [file, text] of [
    ['binding.gyp', '"toy2", "sources": ["toy.c"]'],
    ['toy.c', ''],
  ])
    write(`hardware-drivers/toy2/${file}`, text === '' ? wholeModule : `{ "targets": [{ "target_name": ${text} }] }\n`);
  const { log } = await build();
  expect(log).toContain('(about a minute on two cores, the first time): toy, toy2 ...\n');
  for (const name of ['toy', 'toy2']) expect(log).toMatch(new RegExp(`\\n${name} is built \\(\\d+\\.\\d s\\)\\.\\n`));
});

test('a changed source is built again, a removed one leaves nothing behind', async () => {
  await build();
  write('core/answer.ts', 'export const answer: number = 43210;\n');
  rmSync(path('core/thread.mjs'));
  const { log } = await build();
  expect(log).toBe('Building TypeScript (some 10 s) ...\n');
  expect(readFileSync(path('dist/core/provider.js'), 'utf8')).toContain('43210');
  expect(existsSync(path('dist/core/thread.mjs'))).toBe(false);
});

test('a package is built again when a source changes that it compiles from a folder beside it', async () => {
  write(
    'hardware-drivers/toy/binding.gyp',
    `{ "targets": [{ "target_name": "toy", "sources": ["../shared/toy.c"] }] }\n`,
  );
  write('hardware-drivers/shared/toy.c', wholeModule);
  expect((await build()).code).toBe(0);
  expect(existsSync(path('hardware-drivers/toy/build/Release/toy.node'))).toBe(true);
  expect(await build()).toEqual({ code: 0, log: '' });
  write('hardware-drivers/shared/toy.h', '// more\n');
  expect((await build()).log).toMatch(/^Building native packages .*: toy/);
});

test('TypeScript that does not compile fails the build each time, with the words of the compiler', async () => {
  write('core/answer.ts', "export const answer: number = 'x';\n");
  for (const _ of [1, 2]) {
    expect(await build()).toEqual({ code: 1, log: expect.stringContaining('core/answer.ts(1,14): error TS2322') });
  }
});

test('a native package that does not compile is reported, not tried again, and fails only a strict build', async () => {
  writeToy('#include <there_is_no_such_header.h>\n');
  const first = await build();
  expect([first.code, first.log]).toEqual([0, expect.stringContaining('there_is_no_such_header.h')]);
  const second = await build();
  expect([second.code, second.log]).toEqual([0, expect.stringMatching(/^toy could not be built earlier.*--force\n$/)]);
  expect((await build(['--strict'])).code).toBe(1);
  writeToy();
  expect((await build(['--strict'])).code).toBe(0);
});

test('a missing compiler is named with the command that mends it', async () => {
  writeToy();
  const bin = path('bin');
  mkdirSync(bin);
  for (const program of ['make', 'python3']) symlinkSync(onPath(program), join(bin, program));
  const { code, log } = await build([], { PATH: bin, CXX: '' });
  expect([code, log]).toEqual([0, expect.stringContaining('g++ not found. To mend it: sudo apt-get install g++')]);
});

test('a missing library is named with the package that brings its headers', async () => {
  writeToy();
  const rowdesk = { build: { pkgConfig: { 'no-such-library': 'libnosuch-dev' } } };
  write('hardware-drivers/toy/package.json', JSON.stringify({ name: 'toy', rowdesk }));
  const { code, log } = await build();
  expect(code).toBe(0);
  expect(log).toContain('the headers of no-such-library were not found. To mend it: sudo apt-get install');
  expect(log).toContain('libnosuch-dev');
});

test('two builds of one folder at the same time both end well', async () => {
  writeToy();
  const both = await Promise.all([build(), build()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(
    both
      .map(({ log }) => log)
      .join('')
      .match(/Building TypeScript/g),
  ).toHaveLength(1);
});

test('a lock left behind by a build that was killed is taken over', async () => {
  const gone = await run(process.execPath, ['-p', 'process.pid']);
  write('dist/.building', gone.log.trim());
  expect((await build()).code).toBe(0);
});

test('a Node that is too old is told so in words', async () => {
  const script = "Object.defineProperty(process.versions, 'node', { value: '18.20.4' }); import('./scripts/build.mjs')";
  const { code, log } = await run(process.execPath, ['-e', script], { cwd: folder });
  expect([code, log]).toEqual([1, expect.stringContaining('Rowdesk needs Node 20.19 or newer; this is 18.20.4')]);
});
