import { afterEach, describe, expect, test } from 'vitest';
import { runCommand } from './run.ts';
import { answerJson, type FakeService, fakeService, fakeTerminal } from './service-double.ts';

const strip = { levelDb: -6, name: 'Vocals', muted: false };
const contract = {
  template: '/channel/{kind}/{index}',
  path: '/channel/input/1',
  methods: ['GET', 'PATCH', 'OPTIONS'],
  watchable: true,
  fields: { levelDb: { access: 'rw', type: 'number' }, name: { access: 'rw', type: 'string' } },
};

let service: FakeService | undefined;
afterEach(() => service?.close());

async function desk(): Promise<FakeService> {
  const written = new Map<string, object>();
  service = await fakeService(({ method, url, body }, response) => {
    if (url === '/api/hardware') {
      const chosen = { name: 'virtual', chosen: true, state: 'running', score: 1, reason: '', restarts: 0 };
      return answerJson(response, { drivers: [chosen] });
    }
    if (!url.startsWith('/api/channel/input/')) {
      return answerJson(response, { code: 'unknown-row', detail: 'There is no row at /nope' }, 404);
    }
    const place = url.replace('/api', '');
    if (method === 'OPTIONS') return answerJson(response, { ...contract, path: place });
    if (method !== 'PATCH') return answerJson(response, { ...strip, ...written.get(place) });
    const change = JSON.parse(body);
    if (change.levelDb > 10) {
      const errors = [{ field: 'levelDb', code: 'out-of-range', message: 'levelDb is -144 to 10', params: {} }];
      return answerJson(response, { code: 'invalid-fields', detail: 'A field is refused', errors }, 422);
    }
    written.set(place, change);
    answerJson(response, { ...strip, ...change }, 200, change.name ? { 'rowdesk-durable': 'no' } : {});
  });
  return service;
}

async function rowdesk(words: string[], width?: number) {
  const terminal = fakeTerminal(width);
  const code = await runCommand(words, terminal);
  return { code, out: terminal.out, err: terminal.err };
}

describe('done is exit code 0', () => {
  test('get prints the row as JSON where no person looks on', async () => {
    const { url } = await desk();
    const { code, out, err } = await rowdesk(['get', '/channel/input/1', '--url', url]);
    expect([code, JSON.parse(out), err]).toEqual([0, strip, '']);
  });

  test('get takes the path with the base or without the slash, and prints a table on a terminal', async () => {
    const { url, heard } = await desk();
    const first = await rowdesk(['get', 'channel/input/1', '--url', url], 80);
    const second = await rowdesk(['get', '/api/channel/input/1', '--url', `${url}/`, '-o', 'json'], 80);
    expect(heard.map((request) => request.url)).toEqual(['/api/channel/input/1', '/api/channel/input/1']);
    expect(first.out).toBe('FIELD    VALUE\nlevelDb  -6\nname     Vocals\nmuted    false\n');
    expect(JSON.parse(second.out)).toEqual(strip);
  });

  test('patch reads its values by the contract of the row and sends one body', async () => {
    const { url, heard } = await desk();
    const words = ['patch', '/channel/input/1', 'levelDb=-12', 'name=5', '--if-match', '"x-3"', '--url', url];
    const { code, out, err } = await rowdesk(words);
    expect(code).toBe(0);
    const [write] = heard.filter(({ method }) => method === 'PATCH');
    expect(write).toMatchObject({ body: '{"levelDb":-12,"name":"5"}' });
    expect(write?.headers).toMatchObject({ 'if-match': '"x-3"', 'content-type': 'application/json' });
    expect(JSON.parse(out)).toEqual({ ...strip, levelDb: -12, name: '5' });
    expect(err).toMatch('kept in memory only');
  });

  test('explain prints the contract for a person, or as it is', async () => {
    const { url } = await desk();
    expect((await rowdesk(['explain', '/channel/input/1', '--url', url])).out).toMatch('Can be written\n');
    const raw = await rowdesk(['explain', '/channel/input/1', '-o', 'json', '--url', url]);
    expect(JSON.parse(raw.out)).toEqual(contract);
  });

  test('drivers lists the choices', async () => {
    const { url } = await desk();
    const { out } = await rowdesk(['drivers', '-o', 'table', '--url', url]);
    expect(out).toBe('NAME     CHOSEN  STATE    SCORE  REASON\nvirtual  true    running      1\n');
  });
});

describe('refused is exit code 1', () => {
  test('an unknown row', async () => {
    const { url } = await desk();
    const { code, out, err } = await rowdesk(['get', '/nope', '--url', url]);
    expect([code, out, err]).toEqual([1, '', 'Refused (404 unknown-row): There is no row at /nope\n']);
  });

  test('a refused field, with the words of the service', async () => {
    const { url } = await desk();
    const { code, err } = await rowdesk(['patch', '/channel/input/1', 'levelDb=11', '--url', url]);
    expect([code, err]).toEqual([
      1,
      'Refused (422 invalid-fields): A field is refused\n  levelDb: levelDb is -144 to 10\n',
    ]);
  });
});

describe('usage is exit code 2', () => {
  test.each([
    ['no command', [], 'Which command?'],
    ['a row as a command', ['chanel'], 'There is no command chanel. Did you mean rowdesk get /channel?'],
    ['a command like none', ['xylophones'], 'There is no command xylophones.\n'],
    ['an unknown command', ['gte', '/clock'], 'There is no such command. Did you mean get?'],
    ['a misspelt command below another', ['takes', 'exprot', 'x'], 'Did you mean export?\nrowdesk takes --help'],
    ['a missing path', ['get'], 'rowdesk get --help'],
    ['an option without its value', ['get', '/clock', '--url'], 'Not enough arguments following: url'],
    ['a port that there is not', ['doctor', '--port', '65536'], '--port wants a whole number from 0 to 65535'],
    ['a count of nothing', ['watch', '/clock', '--count', '0'], '--count wants a whole number of at least 1'],
    ['an unknown option', ['get', '/clock', '--loud'], 'Unknown argument: loud\nrowdesk get --help'],
    ['a misspelt option', ['get', '/clock', '--ouput', 'json'], 'Unknown argument: ouput. Did you mean --output?'],
    [
      'one below another command',
      ['takes', 'export', 'x', '--formt=wav'],
      'Did you mean --format?\nrowdesk takes export',
    ],
    ['an unknown format', ['get', '/clock', '-o', 'xml'], 'xml'],
    ['an option whose variable is empty', ['start', '--port', ''], '--port is empty'],
    ['the same behind an equals sign', ['start', '--host='], '--host is empty'],
    ['an address for what asks no service', ['drivers', 'build', '--url', 'http://a'], 'Unknown argument: url'],
    ['a port that is no number', ['start', '--port', 'http'], '--port wants a number'],
    ['an option given twice', ['get', '/clock', '--url', 'http://a', '--url', 'http://b'], '--url is given twice'],
    ['a short option given twice', ['get', '/clock', '-o', 'json', '-o', 'table'], '-o is given twice'],
    ['an address that is none', ['get', '/clock', '--url', 'here'], 'here is not an address'],
    ['a patch without a value', ['patch', '/clock/force'], '/clock/force: a row is followed by field=value'],
    ['a patch of nothing', ['patch'], 'Which row?'],
    ['a patch of both', ['patch', '/clock/force', 'rate=0', '-f', 'x.json'], 'Either a path'],
    ['a file that is not there', ['patch', '-f', '/nowhere/x.json'], 'ENOENT'],
    ['a file that holds no rows', ['patch', '-f', '/dev/null'], 'JSON'],
  ])('%s', async (_, words, message) => {
    const { code, out, err } = await rowdesk(words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  test.each([
    ['that no header can hold', 'a\nb'],
    ['that is empty', ''],
  ])('an ETag %s, without a write', async (_, etag) => {
    const { url, heard } = await desk();
    const { code, err } = await rowdesk(['patch', '/channel/input/1', 'levelDb=1', '--if-match', etag, '--url', url]);
    expect([code, err]).toEqual([2, expect.stringContaining('--if-match')]);
    expect(heard.map(({ method }) => method)).not.toContain('PATCH');
  });

  test('a value that can not be of its type, without a write', async () => {
    const { url, heard } = await desk();
    const { code } = await rowdesk(['patch', '/channel/input/1', 'levelDb=loud', '--url', url]);
    expect([code, heard.map(({ method }) => method)]).toEqual([2, ['OPTIONS']]);
  });
});

describe('unreachable is exit code 3', () => {
  test('nobody listens', async () => {
    const { url, close } = await desk();
    await close();
    const { code, err } = await rowdesk(['get', '/clock', '--url', url]);
    expect([code, err]).toEqual([3, expect.stringContaining('rowdesk start')]);
  });

  test('what answers is no Rowdesk', async () => {
    service = await fakeService((_, response) => response.end('<html>'));
    expect((await rowdesk(['get', '/clock', '--url', service.url])).code).toBe(3);
  });

  test('a proxy finds no service', async () => {
    service = await fakeService((_, response) => answerJson(response, { detail: 'soon' }, 503));
    expect((await rowdesk(['watch', '/clock', '--url', service.url])).code).toBe(3);
  });
});

describe('run starts a task and stays until it has ended', () => {
  const taskContract = {
    ...{ template: '/scan', path: '/scan', methods: ['GET', 'PATCH'], watchable: true, task: true, cancellable: true },
    fields: { running: { access: 'rw', type: 'boolean' }, deep: { access: 'rw', type: 'boolean' } },
  };
  const idle = { progress: null, refusal: null, report: null, running: false, startedAt: '2026-09-02T10:00:00.000Z' };
  const event = (name: string, row: object) => `event: ${name}\ndata: ${JSON.stringify({ ...idle, ...row })}\n\n`;

  /** A task that answers a start with `started`, then streams. */
  async function taskDesk(started: object, ...events: string[]): Promise<FakeService> {
    service = await fakeService(({ method, url }, response) => {
      if (method === 'OPTIONS') return answerJson(response, taskContract);
      if (method === 'PATCH') return answerJson(response, { ...idle, ...started });
      if (!url.endsWith('?watch=1')) return answerJson(response, idle, 404);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const text of events) response.write(text);
    });
    return service;
  }

  test('its progress goes to stderr, its report to stdout, each phase once', async () => {
    const { url, heard } = await taskDesk(
      { running: true },
      event('snapshot', { running: true, progress: { done: 1, total: 3, phase: 'reading' } }),
      event('change', { running: true, progress: { done: 1, total: 3, phase: 'reading' } }),
      event('change', { running: true, progress: { done: 3, total: 3, phase: 'reading' } }),
      event('change', { report: { found: 2 } }),
    );
    const { code, out, err } = await rowdesk(['run', '/scan', 'deep=on', '--url', url]);
    expect([code, JSON.parse(out), err]).toEqual([0, { found: 2 }, 'reading: 1 of 3\nreading: 3 of 3\n']);
    expect(heard[1]).toMatchObject({ method: 'PATCH', body: '{"deep":true,"running":true}' });
  });

  test('one that ends at once needs no watching', async () => {
    const { url, heard } = await taskDesk({ report: { undone: 'levelDb' } });
    expect(JSON.parse((await rowdesk(['run', '/scan', '--url', url])).out)).toEqual({ undone: 'levelDb' });
    expect(heard).toHaveLength(2);
  });

  test('a run that is refused on its way is exit code 1, in the words of its refusal', async () => {
    const refusal = { code: 'device-absent', detail: 'The stagebox is gone.' };
    const { url } = await taskDesk({ running: true }, event('snapshot', { refusal }));
    const { code, out, err } = await rowdesk(['run', '/scan', '--url', url]);
    expect([code, out, err]).toEqual([1, '', 'Refused (device-absent): The stagebox is gone.\n']);
  });

  test('a run that somebody else started anew has no report any more', async () => {
    const { url } = await taskDesk({ running: true }, event('snapshot', { startedAt: '2026-09-02T10:00:09.000Z' }));
    expect(await rowdesk(['run', '/scan', '--url', url])).toMatchObject({
      code: 1,
      err: expect.stringContaining('again'),
    });
  });

  test('a report that says refused is exit code 1, and is shown', async () => {
    const { url } = await taskDesk({ report: { outcome: 'refused', kept: ['a~-b'] } });
    const { code, out, err } = await rowdesk(['run', '/scan', '--url', url]);
    expect([code, JSON.parse(out), err]).toEqual([
      1,
      { outcome: 'refused', kept: ['a~-b'] },
      'Refused, and nothing has changed; the report says why.\n',
    ]);
  });

  test('a desk that was started anew has no report of it any more', async () => {
    const { url } = await taskDesk({ running: true }, event('snapshot', { startedAt: null }));
    expect(await rowdesk(['run', '/scan', '--url', url])).toMatchObject({
      code: 1,
      err: expect.stringContaining('the desk was started anew'),
    });
  });

  test('an interruption cancels it, and the end of the run is waited for', async () => {
    const { url, heard } = await taskDesk({ running: true }, event('snapshot', { report: { outcome: 'cancelled' } }));
    const terminal = fakeTerminal();
    const code = await runCommand(['run', '/scan', '--url', url], terminal, () => AbortSignal.abort());
    expect([code, JSON.parse(terminal.out)]).toEqual([1, { outcome: 'cancelled' }]);
    expect(heard.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toContain('{"running":false}');
    expect(terminal.err).toBe('Cancelling.\nThe task was cancelled.\n');
  });

  test('what is no task is not written to', async () => {
    const { url, heard } = await desk();
    expect((await rowdesk(['run', '/channel/input/1', '--url', url])).code).toBe(1);
    expect(heard.map(({ method }) => method)).toEqual(['OPTIONS']);
  });
});

test('watch --changes prints the row once, then what is different, and nothing for the same row again', async () => {
  const event = (row: object, n: number) =>
    `event: ${n === 1 ? 'snapshot' : 'change'}\nid: e-${n}-${n}\ndata: ${JSON.stringify(row)}\n\n`;
  service = await fakeService((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    [strip, strip, { ...strip, levelDb: -3 }, { levelDb: -3, muted: false }].forEach((row, i) => {
      response.write(event(row, i + 1));
    });
  });
  const { out } = await rowdesk(['watch', '/channel/input/1', '--changes', '--count', '3', '--url', service.url]);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { event: 'snapshot', id: 'e-1-1', row: strip },
    { event: 'change', id: 'e-3-3', changed: { levelDb: -3 } },
    { event: 'change', id: 'e-4-4', changed: {}, gone: ['name'] },
  ]);
});
