// How long a start takes is how much is loaded: counted, because a clock on a busy machine tells little.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerJson, type FakeService, fakeService } from '../cli/service-double.ts';
import { removeFolder, root, run, temporaryFolder } from './harness/service.ts';

/** Writes down every file that is imported, and at the end what of Node itself was brought up. */
const hook = `
  import { appendFileSync } from 'node:fs';
  export async function load(url, context, next) {
    appendFileSync(process.env.LOADED, url + '\\n');
    return next(url, context);
  }`;
const counting = `
  import { appendFileSync } from 'node:fs';
  import { register } from 'node:module';
  register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hook))});
  process.on('exit', () => appendFileSync(process.env.LOADED, process.moduleLoadList.join('\\n')));`;

/** Paths below the repository of the files that a command loaded, what it loaded of Node, and its exit code. */
async function loadedBy(name: string, words: readonly string[]) {
  const loaded = join(room, name);
  const env = { LOADED: loaded, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(counting)}` };
  const { code } = await run(words, { env });
  const lines = readFileSync(loaded, 'utf8').split('\n');
  const files = lines.filter((line) => line.startsWith('file:')).map((line) => line.replace(`file://${root}/`, ''));
  return { code, files, ofNode: lines.filter((line) => !line.startsWith('file:')) };
}

/** The modules in a bundled file: each begins with a comment that is its path. */
const modulesIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^\/\/ ((?:core|cli|providers|node_modules)\/\S+)$/gm)].map(
    ([, path]) => path as string,
  );

let service: FakeService;
let room: string;
beforeAll(async () => {
  const row = { path: '/a', methods: ['GET'], fields: { name: { access: 'rw', type: 'string' } } };
  service = await fakeService((_, response) => answerJson(response, row));
  room = temporaryFolder();
});
afterAll(async () => {
  await service.close();
  removeFolder(room);
});

test.each([
  ['get', ['/console']],
  ['patch', ['/channel/input/1', 'name=x']],
  ['explain', ['/channel/input/1']],
  ['watch', ['/console', '--count', '1']],
])('%s loads few files, and neither fetch nor what the service is made of', async (command, words) => {
  const url = command === 'watch' ? 'http://127.0.0.1:1/api' : service.url;
  const { code, files, ofNode } = await loadedBy(command, [command, ...words, '--url', url]);
  expect(code).toBe(command === 'watch' ? 3 : 0);
  expect(files.length).toBeLessThan(22);
  const modules = files.flatMap(modulesIn);
  expect(modules).toContain(`cli/commands/${command}.ts`);
  expect(modules.filter((path) => /^node_modules\/(typebox|pino)|^core\/(host|rows|desk)/.test(path))).toEqual([]);
  expect(ofNode.filter((line) => line.includes('undici'))).toEqual([]);
});

test('a whole desk is few files, and each of its modules is in one of them', async () => {
  const { code, files } = await loadedBy('check', ['check']);
  expect(code).toBe(0);
  expect(files.length).toBeLessThan(110);
  const modules = files.flatMap(modulesIn);
  expect(modules).toContain('core/desk/desk.ts');
  expect(modules).toContain('providers/channel/index.ts');
  expect(modules.filter((path, place) => modules.indexOf(path) !== place)).toEqual([]);
});
