// The body of a PATCH: only application/json, so that a browser asks before it sends one across origins; bounded in
// bytes, depth and members before anything looks into it.
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../base/refusals.ts';
import type { Fields } from '../rows/definitions.ts';
import type { HttpLimits } from './limits.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const json = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

export type BodyLimits = Pick<HttpLimits, 'bodyDepth' | 'bodyValues' | 'membersPerObject' | 'stringLength'>;

/** Reads and parses the body of at most `mostBytes`. Rejects with Refusal; the value is a JSON object. */
export async function readBody(request: IncomingMessage, mostBytes: number, limits: BodyLimits): Promise<Fields> {
  const type = request.headers['content-type'];
  if (type === undefined || !json.test(type)) {
    throw new Refusal('unsupported-media-type', `The body is ${type ?? 'of no type'}; send application/json`);
  }
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new Refusal('unsupported-media-type', `The body is encoded (${coding}); send it as it is`);
  }
  return parseBody(await collect(request, mostBytes), limits);
}

async function collect(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Refusal('body-too-large', `The body is larger than ${mostBytes} bytes`, { maximum: mostBytes });
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        request.removeAllListeners('data');
        request.resume();
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    // The client went, or the server gave up on it: nobody reads the answer. `close` comes after a whole body too.
    const missing = () => reject(new Refusal('request-timeout', 'The body did not arrive'));
    request.on('error', missing);
    request.on('close', () => request.complete || missing());
  });
}

/** Throws Refusal unless the bytes are a JSON object within the limits. */
export function parseBody(bytes: Buffer, limits: BodyLimits): Fields {
  if (bytes.length === 0) throw new Refusal('bad-request', 'The request needs a body: a JSON object');
  refuseManyValues(bytes, limits.bodyValues);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new Refusal('bad-json', `The body is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('bad-request', 'The body must be a JSON object');
  }
  bound(value, limits, limits.bodyDepth, []);
  return value as Fields;
}

/**
 * Before anything is made of them: a third of a million empty objects fit into a large body. Counts what begins or
 * separates values outside of strings; of what is no JSON it may count something else.
 */
function refuseManyValues(bytes: Buffer, most: number): void {
  // A value and its comma take two bytes.
  if (bytes.length / 2 <= most) return;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at];
    if (isInString && sign === 0x5c /* \\ */) at++;
    else if (sign === 0x22 /* " */) isInString = !isInString;
    else if (!isInString && (sign === 0x2c /* , */ || sign === 0x5b /* [ */ || sign === 0x7b) /* { */) values++;
  }
  if (values > most) throw new Refusal('bad-request', `The body has more than ${most} values`);
}

/** Recurses no deeper than the limit allows, however deep the value is. `place` is its path in the body: `strips`, `0`. */
function bound(value: unknown, limits: BodyLimits, depthLeft: number, place: (string | number)[]): void {
  if (typeof value === 'string') {
    if (value.length > limits.stringLength) {
      throw new Refusal('bad-request', `A string of the body is longer than ${limits.stringLength} characters`);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depthLeft === 0) throw new Refusal('bad-request', `The body is nested deeper than ${limits.bodyDepth}`);
  const inside = (name: string | number, member: unknown) => {
    place.push(name);
    bound(member, limits, depthLeft - 1, place);
    place.pop();
  };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) inside(index, value[index]);
    return;
  }
  const members = Object.keys(value);
  if (members.length > limits.membersPerObject) {
    throw new Refusal('bad-request', `An object of the body has more than ${limits.membersPerObject} members`);
  }
  for (const member of members) {
    // Assigned to another object it would change its prototype; no row has a use for it.
    if (member === '__proto__') throw unknownField([...place, member].join('/'));
    inside(member, (value as Record<string, unknown>)[member]);
  }
}

function unknownField(field: string): Refusal {
  const message = `There is no field "${field}"`;
  return new Refusal('invalid-fields', message, {}, [{ field, code: 'unknown-field', message, params: {} }]);
}
