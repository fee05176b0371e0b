// What a server can do wrong: at least one for each class of rules.
import { answerJson } from '../service-double.ts';
import { type Misbehaviour, refuse, type WrongServer } from './server-double.ts';
import { wrongWatches } from './wrong-watch-doubles.ts';

/** Each answer to this request is changed. */
const instead =
  (method: string, path: string, answer: (row: Record<string, unknown>) => unknown): Misbehaviour =>
  (heard, response, rows) => {
    if (heard.method !== method || heard.path !== path || heard.url.includes('?')) return false;
    answerJson(response, answer(structuredClone(rows.get(path)?.row ?? {})));
    return true;
  };
/** Such a PATCH is taken as it comes. */
export const takes =
  (path: string, isTaken: (body: Record<string, unknown>) => boolean): Misbehaviour =>
  ({ method, path: asked, body }, response, rows) => {
    if (method !== 'PATCH' || asked !== path) return false;
    const change = body === '' ? {} : JSON.parse(body);
    if (!isTaken(change)) return false;
    const there = rows.get(path);
    if (there !== undefined) there.row = { ...there.row, ...change };
    answerJson(response, there?.row);
    return true;
  };

const align = '/channel/input/1/align';
/** Servers that are wrong in one thing each, and what is to be said of them. */
export const wrongServers: readonly WrongServer[] = [
  [
    'a row that is no object',
    instead('GET', '/clock', () => [1]),
    [/^1.1 GET \/clock: GET answers 200 \[1]/, /^1 group clock/],
  ],
  [
    'a row that breaks',
    ({ path }, response) => path === '/clock' && refuse(response, 500),
    [/^1.1 GET \/clock: GET answers 500/, /^1 group clock/, /^7.1 .* 4XX: \/clock: GET answers 500/],
  ],
  [
    'no contract',
    instead('OPTIONS', '/clock', () => 'GET'),
    ['1.2 OPTIONS /clock: OPTIONS does not answer a JSON object'],
  ],
  [
    'a contract that says otherwise',
    instead('OPTIONS', align, () => ({ fields: { delayMs: { access: 'ro' }, reference: { access: 'rw' } } })),
    ['1.2 OPTIONS /channel/{kind}/{index}/align: it says that delayMs is read-only'],
  ],
  [
    'a contract without a writable field',
    instead('OPTIONS', align, () => ({ description: 'write "reference" here' })),
    ['1.2 OPTIONS /channel/{kind}/{index}/align: it does not name delayMs, which can be written'],
  ],
  [
    'a contract that offers more',
    instead('OPTIONS', '/clock/force', () => ({ fields: { rate: { access: 'rw', enum: [null, 0, 32_000] } } })),
    [/^3 \/clock\/force rate in OPTIONS: it offers 32000, which is none of 0, 44100/],
  ],
  [
    'a contract that allows more',
    instead('OPTIONS', align, () => ({
      fields: { delayMs: { access: 'rw', minimum: 0, maximum: 500, multipleOf: 0.01 }, reference: { access: 'rw' } },
    })),
    ['8 /channel/{kind}/{index}/align delayMs in OPTIONS: it allows 0 to 500, beyond 0 to 100'],
  ],
  [
    'a wrong type',
    instead('GET', '/clock', (row) => ({ ...row, rate: 'fast' })),
    ['2.4 /clock rate: it is "fast", not a number'],
  ],
  [
    'a wrong type in a list',
    instead('GET', '/clock', (row) => ({ ...row, supportedRates: [48_000, 'fast'] })),
    ['2.4 /clock supportedRates[]: it is "fast", not a number (1 of 2)'],
  ],
  [
    'a missing field',
    instead('GET', '/clock', () => ({ rate: 48_000, supportedRates: [] })),
    ['2.4 /clock quantum: it is absent'],
  ],
  [
    'a value beyond its range',
    instead('GET', align, (row) => ({ ...row, delayMs: 100.5 })),
    ['2.2 /channel/{kind}/{index}/align delayMs: it is 100.5, above 100', /PATCH .* delayMs/, /^1.4/, /^6.1/],
  ],
  [
    'a value that is no option',
    instead('GET', '/channelConfigs', ({ items }) => ({
      items: (items as object[]).map((item) => ({ ...item, family: 'kazoo' })),
    })),
    [/^2.6 \/channelConfigs items\[]\.family: it is "kazoo", none of guitar, .* \(2 of 2\)$/],
  ],
  [
    'items out of order',
    instead('GET', '/channelConfigs', ({ items }) => ({ items: (items as object[]).toReversed() })),
    ['2.6 /channelConfigs items: it is not sorted by name'],
  ],
  [
    'what there is nothing to undo of',
    instead('GET', '/history/cursor', (row) => ({ ...row, redoId: '2', redoLabel: 'x' })),
    [
      '2.7 /history/cursor redoId: it is there, though canRedo is false',
      '2.7 /history/cursor redoLabel: it is there, though canRedo is false',
    ],
  ],
  [
    'a task row without its shape',
    instead('GET', '/history/cursor/undo', ({ running: _, ...row }) => row),
    ['2.9 /history/cursor/undo running: it is absent'],
  ],
  [
    'an additional property that is taken',
    takes(align, (body) => 'conformNoSuchField' in body),
    [/^1.3 PATCH .*\/align with an additional property: it is not refused: PATCH answers 200/],
  ],
  [
    'a body that is not required',
    takes(align, (body) => Object.keys(body).length === 0),
    [/^1.3 PATCH .*\/align without a body: it is not refused/, /^1.3 PATCH .*\/align with an array: it is not refused/],
  ],
  [
    'a read-only field that is taken',
    takes('/clock', (body) => 'rate' in body),
    [/^1.5 \/clock rate is read-only: it is not refused/],
  ],
  [
    'a value that is refused and taken all the same',
    ({ method, path, body }, response, rows) => {
      const there = rows.get(align);
      if (method !== 'PATCH' || path !== align || !body.includes('100.01') || there === undefined) return false;
      there.row = { ...there.row, ...JSON.parse(body) };
      return refuse(response, 422);
    },
    [/^8 .*\/align delayMs above its range: it is refused, and delayMs is 100.01 all the same$/],
  ],
  [
    'a task that no one can start',
    ({ method, path }, response) => method === 'PATCH' && path === '/history/cursor/undo' && refuse(response, 405),
    [/^4 PATCH \/history\/cursor\/undo is one of its methods: PATCH answers 405/],
  ],
  [
    'a method that is not there',
    takes('/clock', (body) => Object.keys(body).length === 0),
    [/^4 PATCH \/clock is none of its methods: it is not refused/],
  ],
  [
    'an answer that is not the row',
    ({ method, path, body }, response) => {
      if (method !== 'PATCH' || path !== align || !/"reference":""/.test(body)) return false;
      answerJson(response, { ok: true });
      return true;
    },
    ['1.3 PATCH /channel/{kind}/{index}/align reference: the answer is not the row: it has no delayMs, reference'],
  ],
  [
    'a write that is not taken',
    ({ method, path, body }, response) =>
      method === 'PATCH' && path === align && /"delayMs":2\b/.test(body) && refuse(response, 400),
    [/^1.3 PATCH .*\/align delayMs: PATCH answers 400/, /^6.1 .*: PATCH answers 400/],
  ],
  [
    'a range that is not kept',
    takes(align, ({ delayMs }) => typeof delayMs === 'number' && delayMs > 100),
    [/^8 .*\/align delayMs above its range: it is not refused/],
  ],
  [
    'steps that are not kept',
    takes(align, ({ delayMs }) => delayMs === 0.005),
    [/^8 .*\/align delayMs between two steps: it is not refused/],
  ],
  [
    'a rate that nobody knows',
    takes('/clock/force', ({ rate }) => rate === 192_001),
    [/^8 \/clock\/force rate that is no option: it is not refused/],
  ],
  ...wrongWatches,
  [
    'watchers that are not counted',
    instead('GET', '/telemetry/subscription', (row) => ({ ...row, convergence: 3 })),
    [/^6.3 .* convergence counts .*: it stays 3 while one more watches$/],
  ],
  [
    'a list of continuous rows that leaves one out',
    instead('GET', '/telemetry/convergence', (row) => ({ ...row, continuous: (row.continuous as string[]).slice(1) })),
    [/^6.4 .*: it leaves out \/telemetry\/convergence$/],
  ],
  [
    'a list of continuous rows with another one',
    instead('GET', '/telemetry/convergence', (row) => ({
      ...row,
      continuous: ['/safety/panic', ...(row.continuous as string[])],
    })),
    [/^6.4 .*: it lists \/safety\/panic, which is none of them$/],
  ],
  [
    'strips that are everywhere',
    (heard, response) => {
      if (!heard.path.startsWith('/channel/input/0/')) return false;
      answerJson(response, {});
      return true;
    },
    ['2.1 index 0: GET answers 200 {}'],
  ],
  [
    'a credential',
    ({ path }, response) => path === '/conform-no-such-row' && refuse(response, 401),
    [/^5 no credential is asked for: \/conform-no-such-row: GET answers 401/],
  ],
  [
    'refusals of two forms',
    ({ path }, response) =>
      path === '/conform-no-such-row' && response.writeHead(404, { 'content-type': 'text/plain' }).end('no'),
    [/^7.1 all refusals share one form: \/conform-no-such-row: the body is no JSON object: GET answers 404 no$/],
  ],
  [
    'a description of another version',
    instead('GET', '/openapi.json', () => ({ info: { version: '1.0' } })),
    ['9 the description carries version 2026-09-02: it carries "1.0"'],
  ],
];
