// Without watchers nothing ticks: in a control process of the shipped configuration, with a real mixer that plays, the
// heartbeat and the watchdog are the only timers. (Node's own HTTP server looks for slow requests once a second.)
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { sleepBy } from '../../core/base/time.ts';
import { readConfig } from '../../core/host/config.ts';
import { createHost, type Host } from '../../core/host/host.ts';
import type { Log, Time } from '../../core/services.ts';
import { systemTime } from '../../core/system/time.ts';
import { TestClient } from '../../core/testing/client.ts';
import { removeFolder, root, temporaryFolder } from '../harness/service.ts';

/** As no other interval in the house, so that it is told apart. */
const heartbeatMs = 730;
const watchdogMs = 250;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The machine's time, which knows what is set and what has run. */
class CountedTime implements Time {
  /** Since it was last emptied, by `every ms` and `after ms`. */
  readonly ran = new Set<string>();
  readonly #time: Time;
  readonly #live = new Map<object, { readonly kind: 'every' | 'after'; readonly ms: number }>();

  constructor(log: Log) {
    this.#time = systemTime(log);
  }

  now = () => this.#time.now();
  monotonicMs = () => this.#time.monotonicMs();
  every = (ms: number, run: () => void) => this.#count('every', ms, run);
  after = (ms: number, run: () => void) => this.#count('after', ms, run);
  sleep = sleepBy((ms, run) => this.after(ms, run));

  /** Milliseconds of those that are set, ascending. */
  set(kind: 'every' | 'after'): readonly number[] {
    return [...this.#live.values()]
      .filter((timer) => timer.kind === kind)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
  }

  #count(kind: 'every' | 'after', ms: number, run: () => void): () => void {
    const timer = {};
    this.#live.set(timer, { kind, ms });
    const stop = this.#time[kind](ms, () => {
      this.ran.add(`${kind} ${ms}`);
      if (kind === 'after') this.#live.delete(timer);
      run();
    });
    return () => {
      this.#live.delete(timer);
      stop();
    };
  }
}

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let host: Host;
let state: string;
let client: TestClient;
afterEach(async () => {
  vi.unstubAllEnvs();
  client.end();
  await host.close();
  removeFolder(state);
});

test('the heartbeat and the watchdog are the only timers, before anybody watches and after everybody has', async () => {
  state = temporaryFolder();
  // The first scan is short.
  vi.stubEnv('LV2_PATH', state);
  const shipped = readConfig(join(root, 'providers.config.json'));
  const time = new CountedTime(quiet);
  host = await createHost({
    ...{ stateFolder: state, port: 0, log: quiet, time },
    config: { ...shipped, heartbeatMs, lingerS: 5 },
  });
  client = new TestClient(host.url);
  while ((await client.get('/console')).body.engine !== 'running') await pause(20);
  while ((await client.get('/channel/main/1')).body.mutedBy.includes('startup')) await pause(20);

  /** What is looked at each hour, as states that nothing names any more, keeps no processor awake. */
  const ticking = () => time.set('every').filter((ms) => ms < hourMs);
  const rests = async () => {
    // what was asked last is answered, and what waits a moment has been done
    while (ticking().length > 2 || time.set('after').some((ms) => ms < dayMs)) await pause(20);
    time.ran.clear();
    // long enough for what is looked for every five seconds
    await pause(8 * heartbeatMs);
    return { set: ticking(), ran: [...time.ran].sort() };
  };
  const atRest = { set: [watchdogMs, heartbeatMs], ran: [`every ${watchdogMs}`, `every ${heartbeatMs}`] };
  expect(await rests()).toEqual(atRest);

  // everything that can be watched: one address of each row
  const watchable = host.assembly.registry.rows
    .filter(({ type }) => type !== 'task')
    .flatMap((row) => host.assembly.registry.list(row).slice(0, 1))
    .map(({ path }) => path);
  const streams = await Promise.all(watchable.map((path) => client.watch(path)));
  expect(streams.length).toBeGreaterThan(60);
  await Promise.all(streams.map((stream) => stream.next()));
  expect(time.set('every').length).toBeGreaterThan(5);
  for (const stream of streams) stream.close();
  expect(await rests()).toEqual(atRest);
}, 120_000);
