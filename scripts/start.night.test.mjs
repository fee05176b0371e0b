// `npm start`, run as a newcomer runs it: in a folder of its own with a small project, whose command line says how it was called.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './steps/run.mjs';
import { onPath, ToyProject, typed, wholeModule } from './toy-project-fixture.mjs';

let project;
let folder;
const starts = new Set();

beforeEach(() => {
  project = new ToyProject([...typed, 'hardware-drivers/tsconfig.json']);
  folder = project.folder;
  write('core/provider.ts', 'export const answer: number = 42;\n');
  write('core/words.json', '{ "a": 1 }\n');
  write(
    'cli/main.ts',
    `import { readFileSync } from 'node:fs';
const words: readonly string[] = process.argv.slice(2);
const isBundler = readFileSync('/proc/self/maps', 'utf8').includes('rolldown');
process.on('SIGTERM', () => process.exit(0));
setInterval(() => {}, 1000);
console.log(JSON.stringify({ words, processId: process.pid, isBundler }));
`,
  );
  writeDriver('toy', { audio: true, kind: 'stagebox' });
  writeDriver('extra', { audio: false, kind: 'recorder' });
});
afterEach(async () => {
  for (const { child, ended } of starts) {
    child.kill('SIGKILL');
    await ended;
  }
  starts.clear();
  project.remove();
});

const path = (name) => project.path(name);
const write = (name, text, mode) => project.write(name, text, mode);
function writeDriver(name, driver) {
  write(`hardware-drivers/${name}/package.json`, JSON.stringify({ name, type: 'module', rowdesk: { driver } }));
  write(`hardware-drivers/${name}/binding.gyp`, `{ "targets": [{ "target_name": "${name}", "sources": ["a.c"] }] }\n`);
  write(`hardware-drivers/${name}/a.c`, wholeModule);
}
const binary = (name) => path(`hardware-drivers/${name}/build/Release/${name}.node`);

/** Runs `npm start`'s script; `service` resolves to what the service says, `ended` to the exit code and all words. */
function start(words = [], env = {}) {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  let said = '';
  const service = new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (said.endsWith('\n')) resolve(JSON.parse(said));
    });
    child.on('close', () => reject(new Error(`no service: ${log}`)));
  });
  service.catch(() => {});
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code: code ?? signal, log }));
  });
  const started = { child, service, ended };
  starts.add(started);
  return started;
}

/** Resolves to what the service and the build said. */
async function startOnce(words, env) {
  const { child, service, ended } = start(words, env);
  const answer = await service;
  child.kill('SIGTERM');
  const { code, log } = await ended;
  expect(code).toBe(0);
  return { ...answer, log };
}

const build = (words = []) => run(process.execPath, ['scripts/build.mjs', ...words], { cwd: folder });

/** A compiler that writes its process id and then does not end. */
function slowCompiler() {
  write(
    'slow-cc',
    `#!/bin/sh\ncase "$*" in *a.c*) echo $$ > '${path('compiler')}.new'; mv '${path('compiler')}.new' '${path('compiler')}'; exec sleep 1000;; esac\nexec cc "$@"\n`,
  );
  chmodSync(path('slow-cc'), 0o755);
  return { CC: path('slow-cc') };
}
async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
const compilerRuns = async () => {
  await until(() => existsSync(path('compiler')));
  return Number(readFileSync(path('compiler'), 'utf8'));
};
function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

test('a start checks no types, builds what the first sound needs, and leaves the rest to the desk', async () => {
  write('core/provider.ts', "export const answer: number = 'no number';\n");
  write('hardware-drivers/toy/js/near.ts', 'export const near: string = "near";\n');
  write('hardware-drivers/toy/js/near.test.ts', 'export {};\n');
  write('hardware-drivers/extra/js/far.ts', 'export interface Far {}\nexport const far = 2 as const;\n');
  write(
    'hardware-drivers/toy/js/index.ts',
    "import { type Far, far } from '../../extra/js/far.ts';\nimport { near } from './near.ts';\nexport const both: [string, Far] = [near, far];\n",
  );
  const { child, service, ended } = start(['--port', '1']);
  const { words, processId, isBundler } = await service;
  expect([words, processId, isBundler]).toEqual([['start', '--build', 'extra', '--port', '1'], child.pid, false]);
  expect([existsSync(binary('toy')), existsSync(binary('extra'))]).toEqual([true, false]);
  expect(existsSync(path('dist/core/words.json'))).toBe(true);
  expect(existsSync(path('dist/core/provider.d.ts'))).toBe(false);
  expect(existsSync(path('hardware-drivers/toy/dist/near.test.js'))).toBe(false);
  expect((await import(path('hardware-drivers/toy/dist/index.js'))).both).toEqual(['near', 2]);
  // The signal reaches the service, whose exit code is that of the start.
  child.kill('SIGTERM');
  expect(await ended).toEqual({
    code: 0,
    log: expect.stringMatching(/^Bundling the code .*\nBuilding native .*toy \.\.\.\ntoy is built .*\n$/),
  });
  expect((await build()).log).toContain('error TS2322');
});

test('a start after a whole build builds nothing; one after a change builds what is stale', async () => {
  write('hardware-drivers/toy/js/index.ts', 'export const toy: number = 1;\n');
  expect((await build()).code).toBe(0);
  expect(existsSync(path('hardware-drivers/toy/dist/index.d.ts'))).toBe(true);
  expect(await startOnce()).toMatchObject({ words: ['start'], log: '' });
  write('core/provider.ts', 'export const answer: number = 4321;\n');
  write('hardware-drivers/extra/a.c', '#include <node_api.h>\n// changed\nNAPI_MODULE_INIT() { return exports; }\n');
  expect(await startOnce()).toMatchObject({
    words: ['start', '--build', 'extra'],
    log: 'Bundling the code (some 5 s) ...\n',
  });
  expect(readFileSync(path('dist/core/provider.js'), 'utf8')).toContain('4321');
  expect((await build()).log).toMatch(/^Building TypeScript .*\nBuilding native .*extra \.\.\.\nextra is built .*\n$/);
  expect(readFileSync(path('dist/core/provider.d.ts'), 'utf8')).toContain('answer: number');
});

test('a source that is gone leaves nothing in dist/ of a driver', async () => {
  write('hardware-drivers/toy/js/index.ts', 'export {};\n');
  write('hardware-drivers/toy/js/old.ts', 'export {};\n');
  await startOnce();
  expect(existsSync(path('hardware-drivers/toy/dist/old.js'))).toBe(true);
  rmSync(path('hardware-drivers/toy/js/old.ts'));
  await startOnce();
  expect(existsSync(path('hardware-drivers/toy/dist/old.js'))).toBe(false);
});

test('a start that is ended while it builds ends its compilers, says so, and the next one goes on', async () => {
  const { child, ended } = start([], slowCompiler());
  const compiler = await compilerRuns();
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, log: expect.stringContaining('The next npm start goes on from there.') });
  expect([isAlive(compiler), existsSync(path('dist/.building'))]).toEqual([false, false]);
  expect(await startOnce()).toMatchObject({
    words: ['start', '--build', 'extra'],
    log: expect.not.stringContaining('earlier'),
  });
  expect(existsSync(binary('toy'))).toBe(true);
});

test('a start that is killed takes its compilers along', async () => {
  const { child, ended } = start([], slowCompiler());
  const compiler = await compilerRuns();
  child.kill('SIGKILL');
  await ended;
  await until(() => !isAlive(compiler) && !existsSync(path('dist/.building')));
  expect((await startOnce()).words).toEqual(['start', '--build', 'extra']);
});

test('two starts at once in one folder: the second waits in words, then both serve', async () => {
  const both = [start(), start()];
  const answers = await Promise.all(both.map(({ service }) => service));
  expect(answers.map(({ words }) => words)).toEqual([
    ['start', '--build', 'extra'],
    ['start', '--build', 'extra'],
  ]);
  for (const { child } of both) child.kill('SIGTERM');
  const logs = (await Promise.all(both.map(({ ended }) => ended))).map(({ log }) => log).join('');
  expect(logs.match(/Bundling the code/g)).toHaveLength(1);
  expect(logs.match(/Another build of this folder is running; waiting for it\./g)).toHaveLength(1);
});

test('without a compiler or python3 a start says what is missing, and serves', async () => {
  for (const missing of ['g++', 'python3']) {
    const bin = path(`without-${missing}`);
    mkdirSync(bin);
    for (const program of ['make', 'python3', 'g++']) {
      if (program !== missing) symlinkSync(onPath(program), join(bin, program));
    }
    const { words, log } = await startOnce([], { PATH: bin, CXX: '', npm_config_python: '' });
    expect(words).toEqual(['start', '--build', 'extra']);
    expect(log).toContain(`toy is not built: ${missing} not found. To mend it: sudo apt-get install ${missing}`);
  }
});

test('a disk that is full ends a start in words, and the next one goes on', async () => {
  mkdirSync(path('dist/core'), { recursive: true });
  symlinkSync('/dev/full', path('dist/core/.fresh'));
  const { service, ended } = start();
  await expect(service).rejects.toThrow('no service');
  const { code, log } = await ended;
  expect([code, log]).toEqual([1, expect.stringContaining(`the disk of ${folder} is full; free some space, then run`)]);
  rmSync(path('dist/core/.fresh'));
  expect((await startOnce()).words).toEqual(['start', '--build', 'extra']);
  expect(existsSync(binary('toy'))).toBe(true);
});

test('what the compiler could not write is tried again by the next start', async () => {
  write('full-cc', '#!/bin/sh\necho "fatal error: error writing to a.o: No space left on device" >&2\nexit 1\n');
  chmodSync(path('full-cc'), 0o755);
  expect((await startOnce([], { CC: path('full-cc') })).log).toContain('No space left on device');
  expect((await startOnce()).log).toMatch(/^Building native .*toy/);
  expect(existsSync(binary('toy'))).toBe(true);
});

/** What is built beside the desk, at full priority, so that a busy machine does not hold up the test. */
const later = (names, code = '') => {
  const script = `import { endWithStarter } from './scripts/steps/end-with-starter.mjs';
import { buildLater } from './scripts/steps/later.mjs';
endWithStarter();
await buildLater(${JSON.stringify(names)}, (line) => console.log(JSON.stringify(line)));${code}`;
  return ['--input-type=module', '-e', script];
};

test('what is built beside the desk says how it goes, and what mends what can not be built', async () => {
  writeDriver('headers', { audio: false, kind: 'plugins' });
  const build = { pkgConfig: { 'no-such-library': 'libnosuch-dev' } };
  write('hardware-drivers/headers/package.json', JSON.stringify({ name: 'headers', rowdesk: { build } }));
  writeDriver('wrong', { audio: false, kind: 'plugins' });
  write('hardware-drivers/wrong/a.c', '#include <there_is_no_such_header.h>\n');
  const child = spawn(process.execPath, later(['extra', 'headers', 'wrong', 'nothing']), {
    ...{ cwd: folder, detached: true, stdio: ['pipe', 'pipe', 'ignore'] },
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const lines = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const log = path('hardware-drivers/wrong/build/build.log');
  expect([code, lines]).toEqual([
    0,
    [
      { name: 'extra', state: 'building', reason: '' },
      { name: 'extra', state: 'built', reason: '' },
      {
        ...{ name: 'headers', state: 'failed' },
        reason:
          'the headers of no-such-library were not found. To mend it: sudo apt-get install pkg-config libnosuch-dev, then npm start',
      },
      { name: 'wrong', state: 'building', reason: '' },
      {
        ...{ name: 'wrong', state: 'failed' },
        reason: `it does not compile. Its log: ${log}. To try again: npm run build -- --force`,
      },
      { name: 'nothing', state: 'failed', reason: 'there is no native package nothing' },
    ],
  ]);
  expect(existsSync(log)).toBe(true);
});

test('a build beside the desk ends when its stdin closes, with its compilers, and the next one goes on', async () => {
  const options = { cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'ignore'] };
  const env = { ...process.env, ...slowCompiler() };
  const child = spawn(process.execPath, later(['extra']), { ...options, env });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const compiler = await compilerRuns();
  child.stdin.end();
  await ended;
  expect([isAlive(compiler), existsSync(path('dist/.building'))]).toEqual([false, false]);
  const second = spawn(process.execPath, later(['extra']), options);
  await new Promise((resolve) => second.on('close', resolve));
  expect(existsSync(binary('extra'))).toBe(true);
});

test('two builds of a driver by name do not write into each other, nor does one beside the desk', async () => {
  await startOnce();
  const byName = run(process.execPath, ['scripts/build-drivers.mjs', 'extra'], { cwd: folder });
  const beside = run(process.execPath, later(['extra']), {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  expect((await byName).code).toBe(0);
  expect((await beside).log).toContain('"built"');
});

test('a build beside the desk runs when nothing else does', async () => {
  const script = `import { readFileSync } from 'node:fs';
import { beIdle } from './scripts/steps/idle.mjs';
beIdle();
const fields = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\\) /s, '').split(' ');
console.log(JSON.stringify({ nice: Number(fields[16]), policy: Number(fields[38]) }));`;
  const options = { cwd: folder, detached: true };
  const { log } = await run(process.execPath, ['--input-type=module', '-e', script], options);
  // SCHED_IDLE of sched(7) is 5.
  expect(JSON.parse(log)).toEqual({ nice: 19, policy: 5 });
});

test('a lock whose number another process has by now is taken over', async () => {
  write('dist/.building', `${process.pid} 1`);
  expect((await build()).code).toBe(0);
});
