import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Asked } from '../client/transport.ts';
import { ask } from './http.ts';

let close = () => {};
afterEach(() => close());

/** The URL of a server that answers so. */
function serving(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/x`));
  });
}

const asked = (more: Partial<Asked> = {}): Asked => ({
  ...{ method: 'GET', headers: {}, signal: new AbortController().signal, ...more },
});

test('a request has its method, headers and body, and its answer a status, headers and a text', async () => {
  const url = await serving((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      response.writeHead(412, { 'rowdesk-revision': '7' });
      const { method, url, headers } = request;
      response.end(JSON.stringify([method, url, headers['rowdesk-actor'], headers['content-length'], body, 'ü']));
    });
  });
  const answer = await ask(url, asked({ method: 'PATCH', headers: { 'rowdesk-actor': 'x32' }, body: '{"é":1}' }));
  expect([answer.status, answer.header('rowdesk-revision'), answer.header('etag')]).toEqual([412, '7', undefined]);
  expect(JSON.parse(await answer.text())).toEqual(['PATCH', '/api/x', 'x32', '8', '{"é":1}', 'ü']);
});

test('an answer is read in pieces to its end; one that breaks rejects, whenever it is read', async () => {
  const responses: ServerResponse[] = [];
  const url = await serving((_request, response) => {
    response.write('one ');
    responses.push(response);
  });
  const read = async (whenRead: () => void) => {
    const answer = await ask(url, asked());
    let text = '';
    const reading = answer.read((piece) => {
      text += Buffer.from(piece);
      if (text === 'one ') whenRead();
    });
    return { text: () => text, reading };
  };
  const whole = await read(() => responses[0]?.end('two'));
  await whole.reading;
  expect(whole.text()).toBe('one two');
  const broken = await read(() => responses[1]?.destroy());
  await expect(broken.reading).rejects.toThrow();
  const late = await ask(url, asked());
  responses[2]?.destroy();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(late.text()).rejects.toThrow();
});

test('what is thrown while a piece is read rejects, and so does an abortion, before the answer and after', async () => {
  const url = await serving(({ url }, response) => {
    if (url === '/api/x') response.write('one');
  });
  const answer = await ask(url, asked());
  const thrown = new RangeError('not readable');
  await expect(
    answer.read(() => {
      throw thrown;
    }),
  ).rejects.toBe(thrown);
  const [early, late] = [new AbortController(), new AbortController()];
  const unanswered = ask(`${url}/silent`, asked({ signal: early.signal }));
  early.abort();
  await expect(unanswered).rejects.toThrow();
  const answered = await ask(url, asked({ signal: late.signal }));
  await expect(answered.read(() => late.abort())).rejects.toThrow();
});

test('a server that is not there rejects', async () => {
  const url = await serving(() => {});
  close();
  await expect(ask(url, asked())).rejects.toThrow('ECONNREFUSED');
});
