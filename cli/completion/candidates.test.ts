import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineCommands } from '../commands.ts';
import { answerJson, type FakeService, fakeService } from '../service-double.ts';
import { candidates } from './candidates.ts';
import { listCommands } from './command-list.ts';
import { splitLine } from './split-line.ts';

let service: FakeService;
beforeEach(async () => {
  const fields = {
    levelDb: { access: 'rw', type: 'number' },
    muted: { access: 'rw', type: 'boolean' },
    kind: { access: 'rw', enum: ['line', 'mic'] },
    rate: { access: 'rw', anyOf: [{ type: 'null' }, { enum: [44100, 48000] }] },
    mutedBy: { access: 'ro', type: 'array' },
  };
  service = await fakeService(({ method, url }, response) => {
    if (method === 'OPTIONS') return answerJson(response, { fields });
    const begin = new URL(url, 'http://x').searchParams.get('begin') ?? '';
    answerJson(response, { addresses: ['/clock', '/clock/', '/console'].filter((path) => path.startsWith(begin)) });
  });
});
afterEach(() => service.close());

const endless = new AbortController().signal;
const commands = listCommands(defineCommands);
const after = (line: string) =>
  candidates(splitLine(`${line.replace('URL', service.url)}`).slice(1), commands, endless);

test('the first word is a command, and what it starts with decides', async () => {
  expect(await after('rowdesk st')).toEqual(['start', 'stop']);
  expect(await after('rowdesk ')).toContain('completion');
});

test('options are those of the command, without those that are given', async () => {
  expect(await after('rowdesk patch /clock a=1 --')).toEqual(['--url', '--output', '--file', '--if-match', '--help']);
  expect(await after('rowdesk get /clock --url http://a --')).toEqual(['--output', '--help']);
  expect(await after('rowdesk start --log-level ')).toEqual(['debug', 'info', 'warn', 'error', 'silent']);
  expect(await after('rowdesk get /clock -o j')).toEqual(['json']);
});

test('choices of positionals and commands below commands are known', async () => {
  expect(await after('rowdesk new ')).toEqual(['provider', 'driver']);
  expect(await after('rowdesk completion z')).toEqual(['zsh']);
  expect(await after('rowdesk drivers b')).toEqual(['build']);
  expect(await after('rowdesk session ')).toEqual(['export', 'import']);
  expect(await after('rowdesk config enable chan')).toEqual(['channel', 'channelConfigs']);
  expect(await after('rowdesk config enable os')).toEqual(['osc']);
});

test('paths are asked of the service that is named, with or without the first slash', async () => {
  expect(await after('rowdesk get --url URL /cl')).toEqual(['/clock', '/clock/']);
  expect(await after('rowdesk watch --url=URL co')).toEqual(['console']);
  expect(service.heard.at(-1)?.url).toBe('/api?begin=%2Fco');
});

test('fields are those that may be written and are not given yet, values those that are offered', async () => {
  expect(await after('rowdesk patch --url URL /a levelDb=1 ')).toEqual(['muted=', 'kind=', 'rate=']);
  expect(await after('rowdesk patch --url URL /a kind=')).toEqual(['kind=line', 'kind=mic']);
  expect(await after('rowdesk patch --url URL /a muted=o')).toEqual(['muted=on', 'muted=off']);
  expect(await after('rowdesk patch --url URL /a rate=')).toEqual(['rate=null', 'rate=44100', 'rate=48000']);
  expect(await after('rowdesk patch --url URL /a levelDb=')).toEqual([]);
  expect(await after('rowdesk run --url URL /a mu')).toEqual(['muted=']);
});

test('nothing is offered, and nothing is said, where nobody answers or the answer is no answer', async () => {
  await service.close();
  expect(await after('rowdesk get --url URL /')).toEqual([]);
  expect(await after('rowdesk patch --url URL /a ')).toEqual([]);
  expect(await after('rowdesk get --url nonsense /')).toEqual([]);
  expect(await after('rowdesk nonsense ')).toEqual([]);
});

test('nothing is offered where nobody answers for longer than a shell waits', async () => {
  const impatient = new AbortController();
  const found = candidates(['get', '--url', service.url, '/'], commands, impatient.signal);
  impatient.abort();
  expect(await found).toEqual([]);
});

test('a line is split as a shell splits it, open quotes end with it', () => {
  expect(splitLine('rowdesk get ')).toEqual(['rowdesk', 'get', '']);
  expect(splitLine(`a 'b c' "d\\"e" f\\ g`)).toEqual(['a', 'b c', 'd"e', 'f g']);
  expect(splitLine("a 'b c")).toEqual(['a', 'b c']);
  expect(splitLine("a '' b")).toEqual(['a', '', 'b']);
});
