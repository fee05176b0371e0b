// Refusals of requests that Node can't parse: too large a header, too slow, not HTTP. They are written to the bare
// socket in the form of all others.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../base/refusals.ts';
import { problemFields } from './exchange.ts';

/** For the `clientError` of a node:http server. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  respondRaw(refusalOf(error), socket);
}

export function respondRaw(refusal: Refusal, socket: Duplex): void {
  const body = JSON.stringify(refusal.toProblem(''));
  const lines = [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, `Date: ${new Date().toUTCString()}`];
  for (let i = 0; i < problemFields.length; i += 2) lines.push(`${problemFields[i]}: ${problemFields[i + 1]}`);
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body);
  socket.end(lines.join('\r\n'), () => socket.destroy());
}

function refusalOf(error: NodeJS.ErrnoException): Refusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers-too-large', 'The header is too large');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request-timeout', 'The request took too long');
  return new Refusal('bad-request', `This is not an HTTP request: ${error.message}`);
}
