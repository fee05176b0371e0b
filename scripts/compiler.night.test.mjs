// The launcher of the compiler: an object of the cache is the one that the compiler would make.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './steps/run.mjs';
import { onPath, ToyProject } from './toy-project-fixture.mjs';

let project;
let outer;
let clone;

beforeEach(() => {
  project = new ToyProject([]);
  outer = project.outer;
  clone = withUnit(project.folder);
  mkdirSync(join(outer, 'bin'));
  writeFileSync(join(outer, 'bin/gcc'), `#!/bin/sh\necho >> ${outer}/runs\nexec ${onPath('gcc')} "$@"\n`, {
    mode: 0o755,
  });
});
afterEach(() => project.remove());

function withUnit(folder) {
  mkdirSync(join(folder, 'src'));
  writeFileSync(
    join(folder, 'src/unit.c'),
    '#include "unit.h"\nconst char *place(void) { return __FILE__; }\nint value(void) { return VALUE; }\n',
  );
  writeFileSync(join(folder, 'src/unit.h'), '#define VALUE 1\n');
  return folder;
}

/** Compiles the unit of a clone from its folder `src`; the words are more options. Says whether the compiler ran. */
async function compile({ of = clone, words = [], source = 'unit.c', env = {} } = {}) {
  rmSync(join(outer, 'runs'), { force: true });
  const args = [
    join(of, 'scripts/compiler.mjs'),
    'gcc',
    ...words,
    '-Wall',
    '-MMD',
    '-MF',
    'unit.d',
    '-c',
    source,
    '-o',
    'unit.o',
  ];
  const { code, log } = await run(process.execPath, args, {
    cwd: join(of, 'src'),
    env: {
      ...process.env,
      PATH: `${outer}/bin${delimiter}${process.env.PATH}`,
      ROWDESK_OBJECTS: `${outer}/objects`,
      ...env,
    },
  });
  return { code, log, ran: existsSync(join(outer, 'runs')) };
}
const object = (of = clone) => readFileSync(join(of, 'src/unit.o'));

test('the same unit is compiled once, and its dependency file names what make has to look at', async () => {
  expect(await compile()).toEqual({ code: 0, log: '', ran: true });
  const [first, dependencies] = [object(), readFileSync(join(clone, 'src/unit.d'), 'utf8')];
  for (const name of ['unit.o', 'unit.d']) rmSync(join(clone, 'src', name));
  expect(await compile()).toEqual({ code: 0, log: '', ran: false });
  expect(object()).toEqual(first);
  expect(readFileSync(join(clone, 'src/unit.d'), 'utf8')).toBe(dependencies);
  expect(dependencies.split(/[\s\\]+/).filter(Boolean)).toEqual(['unit.o:', 'unit.c', 'unit.h']);
});

test('another header, another option or another compiler is another object', async () => {
  await compile();
  const first = object();
  writeFileSync(join(clone, 'src/unit.h'), '#define VALUE 2\n');
  expect((await compile()).ran).toBe(true);
  expect(object()).not.toEqual(first);
  writeFileSync(join(clone, 'src/unit.h'), '#define VALUE 1\n');
  expect((await compile()).ran).toBe(false);
  expect(object()).toEqual(first);
  expect((await compile({ words: ['-O2'] })).ran).toBe(true);
  writeFileSync(join(outer, 'bin/gcc'), `${readFileSync(join(outer, 'bin/gcc'))}\n`);
  expect((await compile()).ran).toBe(true);
});

test('another clone has the same object, in which no path of a clone stands', async () => {
  const source = (of) => join(of, 'src/unit.c');
  expect((await compile({ source: source(clone), words: ['-g'] })).ran).toBe(true);
  const other = withUnit(project.clone('two'));
  expect((await compile({ of: other, source: source(other), words: ['-g'] })).ran).toBe(false);
  expect(object(other)).toEqual(object());
  expect(object().includes(outer)).toBe(false);
  expect(object().includes('./src/unit.c')).toBe(true);
});

test('errors are those of the compiler, and are not kept; warnings are said each time', async () => {
  writeFileSync(join(clone, 'src/unit.h'), '#define VALUE nothing\n');
  for (const _ of [1, 2]) {
    expect(await compile()).toEqual({
      code: 1,
      log: expect.stringMatching(/unit\.h:1:15: error: .*nothing/),
      ran: true,
    });
  }
  expect(existsSync(join(clone, 'src/unit.o'))).toBe(false);
  writeFileSync(join(clone, 'src/unit.h'), '#define VALUE 1\nstatic int unused;\n');
  for (const ran of [true, false]) {
    expect(await compile()).toEqual({ code: 0, log: expect.stringContaining('unused'), ran });
  }
});

test('an object of the cache that is not whole is compiled anew', async () => {
  await compile();
  const first = object();
  for (const file of kept().filter((name) => name.endsWith('.o'))) writeFileSync(file, 'half');
  expect((await compile()).ran).toBe(true);
  expect(object()).toEqual(first);
  expect((await compile()).ran).toBe(false);
});

test('the cache is bounded, and an empty name switches it off', async () => {
  writeFileSync(join(clone, 'src/unit.h'), '#define VALUE 1\nconst char much[400000] = {1};\n');
  const env = { ROWDESK_OBJECTS_MIB: '2' };
  for (let n = 0; n < 8; n++) await compile({ words: [`-DNUMBER=${n}`, `-DVALUE_${n}`], env });
  const bytes = kept().reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(2 * 2 ** 20);
  for (const _ of [1, 2])
    expect(await compile({ env: { ROWDESK_OBJECTS: '' } })).toEqual({ code: 0, log: '', ran: true });
  // No folder can be made there: the next time compiles again.
  for (const _ of [1, 2])
    expect(await compile({ env: { ROWDESK_OBJECTS: join(clone, 'src/unit.c/none') } })).toEqual({
      code: 0,
      log: '',
      ran: true,
    });
}, 120_000);

const kept = () =>
  readdirSync(join(outer, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
