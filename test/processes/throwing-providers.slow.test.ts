// A provider that throws, in whichever of its functions: its row answers `fault`, and nothing else is worse off.
import { afterEach, expect, test } from 'vitest';
import { alias, defineProvider, liveSetting, setting, Type, task, view } from '../../core/provider.ts';
import { MemoryStore, startTestHost, type TestHost } from '../../core/testing.ts';
import consoleProvider, { stripKinds } from '../../providers/console/index.ts';

let desk: TestHost | undefined;
afterEach(async () => {
  throwing.clear();
  await desk?.close();
  desk = undefined;
});

/** The functions that throw now. */
const throwing = new Set<string>();
function may(name: string): void {
  if (throwing.has(name)) throw new Error(`${name} is broken`);
}

const a = Type.Integer({ minimum: 0, maximum: 100, default: 0 });
const Place = Type.Integer({ minimum: 1, maximum: 4 });

const faulty = defineProvider({
  name: 'faulty',
  rows: () => [
    view('/faulty/get', {
      fields: { a },
      get: () => {
        may('get');
        return { a: 1 };
      },
      watch: () => {
        may('watch');
        return () => may('the end of watch');
      },
    }),
    view('/faulty/later', {
      fields: { a },
      get: async () => {
        await undefined;
        may('get later');
        return { a: 1 };
      },
    }),
    view('/faulty/write', {
      fields: { a },
      get: () => ({ a: 1 }),
      writable: ['a'],
      write: () => may('write'),
    }),
    view('/faulty/multiplex', {
      fields: { a },
      get: () => ({ a: 1 }),
      multiplex: () => {
        may('multiplex');
        return () => may('the end of multiplex');
      },
    }),
    alias('/faulty/alias', {
      fields: { a },
      writable: ['a'],
      get: (_, own) => {
        may('get of an alias');
        return { a: own.read('/faulty/setting').a as number };
      },
      set: (_, change) => {
        may('set');
        return [{ path: '/faulty/setting', field: 'a', value: change.a }];
      },
      limits: () => {
        may('limits of an alias');
        return {};
      },
    }),
    setting('/faulty/setting', {
      fields: { a, b: Type.Integer(), readsLamp: a },
      writable: ['a', 'readsLamp'],
      defaults: () => {
        may('defaults');
        return { a: 0 };
      },
      computed: () => {
        may('computed');
        return { b: 1 };
      },
      limits: (_, own) => {
        own.read('/lamp/1');
        may('limits');
        return {};
      },
      implies: () => {
        may('implies');
        return [];
      },
      target: (_, own) => {
        own.read('/lamp/1');
        may('target');
        return 'mixer';
      },
      area: () => {
        may('area');
        return 'fader';
      },
      version: 2,
      migrate: (fields) => {
        may('migrate');
        return fields;
      },
    }),
    liveSetting('/faulty/live', {
      fields: () => {
        may('fields');
        return { fields: { a }, writable: ['a'] };
      },
      target: 'mixer',
      area: 'own',
    }),
    setting('/faulty/many/{n}', {
      params: { n: Place },
      addresses: {
        has: () => {
          may('addresses.has');
          return true;
        },
        list: () => {
          may('addresses.list');
          return [1, 2, 3, 4].map((n) => ({ n }));
        },
        watch: () => {
          may('addresses.watch');
          return () => may('the end of addresses.watch');
        },
      },
      fields: { a },
      writable: ['a'],
      target: 'mixer',
      area: 'own',
    }),
    task('/faulty/task', {
      run: () => {
        may('run');
        return {};
      },
    }),
  ],
  start: () => () => may('the end of start'),
});

const lamp = defineProvider({
  name: 'lamp',
  rows: () => [
    setting('/lamp/{n}', {
      params: { n: Place },
      addresses: { has: () => true, list: () => [1, 2, 3, 4].map((n) => ({ n })) },
      fields: { percent: a },
      writable: ['percent'],
      target: 'mixer',
      area: 'fader',
    }),
  ],
});

/** What an earlier start left: a value of the faulty provider, of an older version of its row. */
const left = {
  storeId: 'store',
  revision: 1,
  rows: [
    { path: '/faulty/setting', version: 1, revision: 1, fields: { a: 7, readsLamp: 3 } },
    { path: '/faulty/many/2', version: 1, revision: 1, fields: { a: 7 } },
    { path: '/faulty/live', version: 1, revision: 1, fields: { a: 7 } },
  ],
  entries: [],
  documents: [],
};

async function start(): Promise<TestHost> {
  return startWith(['console', 'telemetry', 'warnings', faulty, lamp]);
}

/** With all that is made of the whole show. */
function startWhole(): Promise<TestHost> {
  const small = Object.fromEntries(stripKinds.map((kind) => [kind, 1]));
  const layout = { provider: consoleProvider, config: { layout: { ...small, input: 2 } } };
  return startWith(['channel', 'scenes', 'clipboard', 'history', faulty, lamp, layout]);
}

async function startWith(providers: Parameters<typeof startTestHost>[0]['providers']): Promise<TestHost> {
  desk = await startTestHost({ providers, store: new MemoryStore(left), config: { heartbeatMs: 100 } });
  return desk;
}

let percent = 0;
/** The rest of the desk reads, writes, watches, describes itself and follows its targets. */
async function thrives(host: TestHost): Promise<void> {
  percent = (percent + 1) % 100;
  const watched = await host.watch('/lamp/1');
  expect(await watched.next()).toMatchObject({ event: 'snapshot' });
  const written = await host.patch('/lamp/1', { percent });
  expect([written.status, written.headers.get('rowdesk-durable')], written.body.detail).toEqual([200, null]);
  expect(await watched.next()).toMatchObject({ event: 'change', row: { percent } });
  watched.close();
  expect((await host.get('/lamp/1')).body).toEqual({ percent });
  expect((await host.options('/lamp/1')).methods).toContain('PATCH');
  const mixer = host.audio.target('mixer');
  expect(mixer.value('/lamp/1', 'percent')).toBe(percent);
  // The heartbeat compares and corrects.
  mixer.report('/lamp/1', 'percent', 0);
  await expect.poll(() => mixer.value('/lamp/1', 'percent')).toBe(percent);
  // A target that comes back gets everything.
  const blocks = mixer.blocks.length;
  mixer.leave('unplugged');
  mixer.return();
  const complete = mixer.blocks.slice(blocks).flatMap(({ values }) => values);
  expect(complete).toContainEqual({ path: '/lamp/1', field: 'percent', value: percent });
  expect((await host.get('/openapi.json')).status).toBe(200);
  const page = await fetch(`${host.url}?begin=/lamp/`);
  expect(await page.json()).toEqual({ addresses: ['/lamp/1', '/lamp/2', '/lamp/3', '/lamp/4'] });
  const all = await fetch(`${host.url}?begin=/`);
  expect(((await all.json()) as { addresses: string[] }).addresses).toContain('/lamp/');
  for (const path of ['/console', '/telemetry/convergence', '/warnings']) {
    expect([path, (await host.get(path)).status]).toEqual([path, 200]);
  }
}

async function run(host: TestHost, path: string, extra: object = {}) {
  expect((await host.patch(path, { running: true, ...extra })).status, path).toBe(200);
  const row = async () => (await host.get(path)).body;
  await expect.poll(async () => (await row()).running).toBe(false);
  const { refusal, report } = await row();
  expect([path, refusal]).toEqual([path, null]);
  return report;
}

/** A scene, and a change after it, with values of the faulty provider in both. */
async function prepare(host: TestHost): Promise<void> {
  const change = async (percent: number) => {
    for (const path of ['/faulty/setting', '/faulty/live', '/faulty/many/2']) await host.patch(path, { a: percent });
    await host.patch('/lamp/2', { percent });
    await host.patch('/channel/input/1', { name: `${percent}` });
  };
  await change(20);
  await run(host, '/scene/store', { name: 'Whole' });
  await change(30);
  await host.patch('/clipboard/1', { from: { kind: 'input', index: 1 } });
}

/** What is made of the whole show is made of all that is not broken. */
async function keeps(host: TestHost): Promise<void> {
  await host.patch('/lamp/2', { percent: 30 });
  const lit = async () => (await host.get('/lamp/2')).body.percent;
  await host.patch('/lamp/2', { percent: 20 }, { 'Rowdesk-Actor': 'another' });
  await run(host, '/history/cursor/undo', { override: true });
  expect(await lit()).toBe(30);
  const { entries } = (await host.get('/history')).body;
  expect(entries.length).toBeGreaterThan(1);
  await run(host, '/history/cursor/redo', { override: true });
  const { id } = await run(host, '/scene/store', { name: 'Now' });
  const { content } = (await host.get(`/scenes/${id}`)).body;
  expect(content).toContainEqual({ path: '/lamp/2', area: 'fader', fields: { percent: 20 } });
  await run(host, '/clipboard/1/paste', { targets: [{ kind: 'input', index: 2 }], areas: ['name'] });
  expect((await host.get('/channel/input/2')).body.name).toBe('30');
  const copied = await host.patch('/clipboard/1', { from: { kind: 'input', index: 2 } });
  expect(copied.status, copied.body.detail).toBe(200);
}

type Ask = (host: TestHost) => Promise<{ readonly status: number; readonly body: { readonly code?: string } }>;
const get =
  (path: string): Ask =>
  (host) =>
    host.get(path);
const patch =
  (path: string, body: object = { a: 5 }): Ask =>
  (host) =>
    host.patch(path, body);
const watch =
  (path: string): Ask =>
  (host) =>
    host.send('GET', `${path}?watch=1`);

test.each<[string, Ask]>([
  ['get', get('/faulty/get')],
  ['get', watch('/faulty/get')],
  ['get later', get('/faulty/later')],
  ['write', patch('/faulty/write')],
  ['watch', watch('/faulty/get')],
  ['multiplex', watch('/faulty/multiplex')],
  ['get of an alias', get('/faulty/alias')],
  ['limits of an alias', patch('/faulty/alias')],
  ['set', patch('/faulty/alias')],
  ['defaults', patch('/faulty/setting')],
  ['computed', get('/faulty/setting')],
  ['limits', get('/faulty/setting')],
  ['limits', patch('/faulty/setting')],
  ['implies', patch('/faulty/setting')],
  ['target', patch('/faulty/setting')],
  ['area', patch('/faulty/setting')],
  ['fields', get('/faulty/live')],
  ['addresses.has', get('/faulty/many/2')],
  ['addresses.has', patch('/faulty/many/2')],
  ['run', patch('/faulty/task', { running: true })],
])('%s that throws costs its own row a fault, and the rest of the desk nothing (%#)', async (name, ask) => {
  const host = await start();
  await thrives(host);
  throwing.add(name);
  const { status, body } = await ask(host);
  expect([status, body.code]).toEqual([500, 'fault']);
  await thrives(host);
  throwing.clear();
  expect((await host.get('/faulty/setting')).status).toBe(200);
  await thrives(host);
});

test.each(['limits', 'defaults', 'implies', 'target', 'area', 'fields', 'addresses.has', 'addresses.list'])(
  '%s that throws takes nothing else from scenes, history and clipboard',
  async (name) => {
    const host = await startWhole();
    await prepare(host);
    await keeps(host);
    throwing.add(name);
    await keeps(host);
    throwing.clear();
    await keeps(host);
  },
);

test.each(['limits', 'defaults', 'implies', 'target', 'area', 'fields', 'addresses.has', 'addresses.list'])(
  'a scene is recalled but for the row whose %s throws',
  async (name) => {
    const host = await startWhole();
    await prepare(host);
    throwing.add(name);
    await run(host, '/scenes/whole/recall');
    expect((await host.get('/lamp/2')).body).toEqual({ percent: 20 });
  },
);

test.each([
  'get',
  'get later',
  'defaults',
  'computed',
  'limits',
  'target',
  'area',
  'migrate',
  'fields',
  'addresses.has',
  'addresses.list',
  'addresses.watch',
])('%s that throws from the start on keeps nothing else from starting', async (name) => {
  throwing.add(name);
  const host = await start();
  await thrives(host);
  throwing.clear();
  await thrives(host);
});

test.each(['the end of watch', 'the end of multiplex', 'the end of addresses.watch', 'the end of start'])(
  '%s that throws keeps nothing else from ending',
  async (name) => {
    const store = new MemoryStore();
    const ended: string[] = [];
    store.close = async () => void ended.push('store');
    desk = undefined;
    const host = await startTestHost({ providers: ['console', faulty, lamp], store });
    const watched = await Promise.all(['/faulty/get', '/faulty/multiplex', '/lamp/1'].map((path) => host.watch(path)));
    for (const each of watched) await each.next();
    throwing.add(name);
    await host.close();
    expect(ended).toEqual(['store']);
    expect(host.audio.ended).toBe('stopped');
    for (const { events } of watched) await expect.poll(() => events.at(-1)?.event).toBe('bye');
  },
);
