// rowdesk/client where it is used: a page of plain HTTP in Chromium, and newer versions of Node.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { missingBrowser, openBrowser } from '../docs/browser.ts';
import { root, type Service, startService, stopServices } from '../harness/service.ts';
import { exercised } from './exercise.ts';
import { scriptForPages } from './for-pages.ts';

const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill();
  await stopServices();
});
/** Each test starts a desk two or three times. */
const timeout = 120_000;

/** A name that is no address of this machine to a browser: its pages are no secure context. */
const hostName = 'desk.test';
const config = { hostNames: [hostName] };

/** Lines that a client of another process tells, in their order. */
class Told {
  readonly lines: string[] = [];
  #read = 0;

  /** Resolves to the next line like this, and passes over those before it. */
  async next(isLike: RegExp): Promise<string> {
    for (;;) {
      for (; this.#read < this.lines.length; this.#read++) {
        const line = this.lines[this.#read] as string;
        if (!isLike.test(line)) continue;
        this.#read++;
        return line;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A desk that hangs, goes on, is killed and comes back on its port: the client says so, and recovers by itself. */
async function outlivesItsDesk(service: Service, told: Told): Promise<Service> {
  await told.next(/^live -3$/);
  service.child.kill('SIGSTOP');
  await told.next(/^stale -3$/);
  expect(await told.next(/^lost/)).toMatch(/no answer within 1 s/);
  service.child.kill('SIGCONT');
  await told.next(/^back$/);
  await told.next(/^live -3$/);
  await service.kill();
  await told.next(/^stale -3$/);
  const next = await startService({ state: service.state, config, port: Number(new URL(service.url).port) });
  await told.next(/^back$/);
  await told.next(/^live -3$/);
  await next.patch('/channel/input/1', { levelDb: -9 });
  await told.next(/^live -9$/);
  return next;
}

const missing = missingBrowser();
if (missing !== undefined) process.stderr.write(`${missing}\n`);

test.skipIf(missing !== undefined)(
  'in Chromium, in a page of plain HTTP that is no secure context',
  { timeout },
  async () => {
    const service = await startService({ config });
    const browser = await openBrowser([`--host-resolver-rules=MAP ${hostName} 127.0.0.1`]);
    const origin = new URL(service.url.replace('127.0.0.1', hostName)).origin;
    const { code } = await scriptForPages('test/client/in-page.ts');
    const page = await browser.context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    const told = new Told();
    await page.exposeFunction('tell', (line: string) => void told.lines.push(line));
    await page.goto(`${origin}/api`);
    await page.evaluate(code);
    expect(await page.evaluate('isSecureContext')).toBe(false);
    expect(await page.evaluate('exercise(rowdesk, location.origin + "/api")')).toEqual(exercised);
    await page.evaluate('follow(rowdesk, location.origin + "/api", tell)');
    const next = await outlivesItsDesk(service, told);

    const devTools = await browser.context.newCDPSession(page);
    // As asleep: no timer runs, and nothing is read.
    await devTools.send('Debugger.enable');
    const paused = new Promise((resolve) => devTools.once('Debugger.paused', resolve));
    await devTools.send('Debugger.pause');
    await paused;
    const toldAwake = told.lines.length;
    await next.kill();
    const last = await startService({ state: service.state, config, port: Number(new URL(service.url).port) });
    await last.patch('/channel/input/1', { levelDb: -12 });
    expect(told.lines).toHaveLength(toldAwake);
    await devTools.send('Debugger.resume');
    await told.next(/^back$/);
    await told.next(/^live -12$/);
    expect(faults).toEqual([]);
    await browser.close();
  },
);

/** Programs of newer Node versions, separated by colons. */
const nodes = (process.env.ROWDESK_TEST_NODES ?? '').split(':').filter((path) => path !== '');
if (nodes.length === 0) {
  process.stderr.write(
    'ROWDESK_TEST_NODES names no node of 22 and 24: the client is not tested with them (.ci/run does)\n',
  );
}

describe.skipIf(nodes.length === 0 && process.env.CI !== 'true')('in newer versions of Node', () => {
  test('there are two of them', () => {
    expect(nodes).toHaveLength(2);
  });

  test.each(nodes)('number %# runs the client as it is shipped', { timeout }, async (node) => {
    const service = await startService({ config });
    const { told, complaints } = runIn(node, service.url);
    const version = await told.next(/^v\d+/);
    expect(version).not.toBe(process.version);
    expect(JSON.parse(await told.next(/^\{/))).toEqual(exercised);
    await outlivesItsDesk(service, told);
    expect(complaints).toEqual([]);
  });
});

function runIn(node: string, url: string): { told: Told; complaints: string[] } {
  const [client, steps] = ['dist/core/client.js', 'build/test/client/exercise.js'].map(
    (file) => pathToFileURL(`${root}/${file}`).href,
  );
  const program = `import * as rowdesk from '${client}';
    import { exercise, follow } from '${steps}';
    console.log(process.version);
    console.log(JSON.stringify(await exercise(rowdesk, '${url}')));
    follow(rowdesk, '${url}', console.log);`;
  const child = spawn(node, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const told = new Told();
  const complaints: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => told.lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  return { told, complaints };
}
