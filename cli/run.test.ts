import { afterEach, describe, expect, test } from 'vitest';
import { answerJson, type FakeService, fakeService, fakeTerminal } from './fake-service.ts';
import { runCommand } from './run.ts';

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
  service = await fakeService(({ method, url, body }, response) => {
    if (url === '/api/hardware') {
      const chosen = { name: 'virtual', chosen: true, state: 'running', score: 1, reason: '', restarts: 0 };
      return answerJson(response, { drivers: [chosen] });
    }
    if (url !== '/api/channel/input/1') {
      return answerJson(response, { code: 'unknown-row', detail: 'There is no row at /nope' }, 404);
    }
    if (method === 'OPTIONS') return answerJson(response, contract);
    if (method !== 'PATCH') return answerJson(response, strip);
    const change = JSON.parse(body);
    if (change.levelDb > 10) {
      const errors = [{ field: 'levelDb', code: 'out-of-range', message: 'levelDb is -144 to 10', params: {} }];
      return answerJson(response, { code: 'invalid-fields', detail: 'A field is refused', errors }, 422);
    }
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
    expect(heard[1]).toMatchObject({ method: 'PATCH', body: '{"levelDb":-12,"name":"5"}' });
    expect(heard[1]?.headers).toMatchObject({ 'if-match': '"x-3"', 'content-type': 'application/json' });
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
    ['an unknown command', ['gte', '/clock'], 'Did you mean get?'],
    ['a missing path', ['get'], 'Not enough'],
    ['an unknown option', ['get', '/clock', '--loud'], 'loud'],
    ['an unknown format', ['get', '/clock', '-o', 'xml'], 'xml'],
    ['a port that is no number', ['start', '--port', 'http'], '--port wants a number'],
    ['an option given twice', ['get', '/clock', '--url', 'http://a', '--url', 'http://b'], '--url is given twice'],
    ['an address that is none', ['get', '/clock', '--url', 'here'], 'here is not an address'],
    ['a patch without a value', ['patch', '/clock/force'], 'Not enough'],
  ])('%s', async (_, words, message) => {
    const { code, out, err } = await rowdesk(words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
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

  test('the service is starting', async () => {
    service = await fakeService((_, response) => answerJson(response, { code: 'starting', detail: 'soon' }, 503));
    expect((await rowdesk(['watch', '/clock', '--url', service.url])).code).toBe(3);
  });
});
