// How long a command takes is how much it loads: counted, because a clock on a busy machine tells little.
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
  const loaded = join(room, command);
  const env = { LOADED: loaded, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(counting)}` };
  const url = command === 'watch' ? 'http://127.0.0.1:1/api' : service.url;
  const { code } = await run([command, ...words, '--url', url], { env });
  expect(code).toBe(command === 'watch' ? 3 : 0);
  const lines = readFileSync(loaded, 'utf8').split('\n');
  const files = lines.filter((line) => line.startsWith('file:')).map((line) => line.replace(`file://${root}/`, ''));
  expect(files).toContain('dist/cli/yargs.js');
  expect(files.length).toBeLessThan(32);
  expect(
    files.filter((file) => /^node_modules|typebox|core\/(host|rows|desk)/.test(file) && !/eventsource/.test(file)),
  ).toEqual([]);
  expect(lines.filter((line) => line.includes('undici'))).toEqual([]);
});
