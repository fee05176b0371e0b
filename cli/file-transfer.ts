// Files of the desk as streams of bytes, in and out: never whole in memory.
import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Refused, Unreachable } from '../core/client/errors.ts';
import { inWords } from './client.ts';

/** Rejects with CommandError, also when the file ends early. `use` is awaited for each chunk. */
export async function receive(url: string, use: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  const response = await inWords(asked(url, { method: 'GET' }));
  const expected = Number(response.headers['content-length']);
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      await use(chunk as Buffer);
    }
  } catch (error) {
    if (response.complete) throw error;
  }
  if (bytes !== expected) await inWords(Promise.reject(new Unreachable('The file broke off.')));
}

/** Rejects with CommandError. */
export async function send(url: string, source: NodeJS.ReadableStream): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await inWords(asked(url, { method: 'PUT', headers }, source));
  response.resume();
}

async function asked(url: string, options: RequestOptions, source?: NodeJS.ReadableStream): Promise<IncomingMessage> {
  const asking = (url.startsWith('https:') ? secureRequest : request)(url, { ...options, agent: false });
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  // A refusal may come before the file has gone out: the answer counts, not the broken pipe.
  if (source === undefined) asking.end();
  else pipeline(source, asking).catch(() => {});
  try {
    const [response] = await answered;
    if (response.statusCode === 200) return response;
    const body = await text(response);
    throw Refused.of(response.statusCode ?? 0, body);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Unreachable((error as Error).message, error as Error);
  }
}
