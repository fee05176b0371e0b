// The body of a PATCH: only application/json, so that a browser asks before it sends one across origins; bounded in
// bytes, depth and members before anything looks into it.
import type { IncomingMessage } from 'node:http';
import { fieldRefusal, Refusal } from '../base/refusals.ts';
import type { Fields } from '../rows/definitions.ts';
import type { HttpLimits } from './limits.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const json = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/** Values checked per turn of the event loop, a millisecond or two; and the approximate bytes of one when parsed. */
const valuesPerTurn = 8_192;
const bytesPerValue = 8;

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
  const bytes = await collect(request, mostBytes, limits);
  return parseBody(bytes, limits);
}

function collect(request: IncomingMessage, mostBytes: number, limits: BodyLimits): Promise<Buffer> {
  const tooLarge = () =>
    new Refusal('body-too-large', `The body is larger than ${mostBytes} bytes`, { maximum: mostBytes });
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const values = new ValueCount(limits.bodyValues);
    let bytes = 0;
    const refuse = (refusal: unknown) => {
      request.removeAllListeners('data');
      request.resume();
      reject(refusal);
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) return refuse(tooLarge());
      try {
        values.add(chunk);
      } catch (refusal) {
        return refuse(refusal);
      }
      chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    // The client or the server closed the connection: no client reads the answer. `close` comes after a whole body too.
    const missing = () => reject(new Refusal('request-timeout', 'The body did not arrive'));
    request.on('error', missing);
    request.on('close', () => request.complete || missing());
  });
}

/**
 * Parses the bytes: in one turn of the event loop, and checks a large body in further turns; a promise for a large body
 * only. Throws, or rejects with, Refusal unless they are a JSON object within the limits. Values are counted as the
 * bytes arrive.
 */
export function parseBody(bytes: Buffer, limits: BodyLimits): Fields | Promise<Fields> {
  if (bytes.length === 0) throw new Refusal('bad-request', 'The request needs a body: a JSON object');
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new Refusal('bad-json', `The body is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('bad-request', 'The body must be a JSON object');
  }
  const check = new BodyCheck(value, limits);
  const parsed = bytes.length / bytesPerValue;
  if (parsed < valuesPerTurn && check.proceed(valuesPerTurn - parsed)) return value as Fields;
  return checkInTurns(check).then(() => value as Fields);
}

async function checkInTurns(check: BodyCheck): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (!check.proceed(valuesPerTurn));
}

/** An object with its names, or a list, while its members are checked. */
interface Whole {
  readonly members: object;
  readonly names: readonly string[] | undefined;
  readonly count: number;
  /** The number of checked members. */
  looked: number;
}

/** Checks the limits of a body, at any depth. */
class BodyCheck {
  readonly #limits: BodyLimits;
  readonly #around: Whole[];

  constructor(body: object, limits: BodyLimits) {
    this.#limits = limits;
    this.#around = [wholeOf(body, limits)];
  }

  /** Checks at most so many values further; true at the end of the body. Throws Refusal. */
  proceed(values: number): boolean {
    for (let left = values; left > 0; ) {
      const inside = this.#around.at(-1);
      if (inside === undefined) return true;
      if (inside.looked === inside.count) {
        this.#around.pop();
        continue;
      }
      this.#check(inside, nameAt(inside, inside.looked++));
      left--;
    }
    return false;
  }

  #check({ members }: Whole, name: string | number): void {
    const [limits, around] = [this.#limits, this.#around];
    // Assigned to another object it would change its prototype; no row has a use for it.
    if (name === '__proto__') throw unknownField(around.map((each) => nameAt(each, each.looked - 1)).join('/'));
    const value = (members as Record<string | number, unknown>)[name];
    if (typeof value === 'string' && value.length > limits.stringLength) {
      throw new Refusal('bad-request', `A string of the body is longer than ${limits.stringLength} characters`);
    }
    if (typeof value !== 'object' || value === null) return;
    if (around.length >= limits.bodyDepth) {
      throw new Refusal('bad-request', `The body is nested deeper than ${limits.bodyDepth}`);
    }
    around.push(wholeOf(value, limits));
  }
}

const nameAt = ({ names }: Whole, index: number) => (names === undefined ? index : (names[index] as string));

function wholeOf(members: object, { membersPerObject }: BodyLimits): Whole {
  if (Array.isArray(members)) return { members, names: undefined, count: members.length, looked: 0 };
  const names = Object.keys(members);
  if (names.length > membersPerObject) {
    throw new Refusal('bad-request', `An object of the body has more than ${membersPerObject} members`);
  }
  return { members, names, count: names.length, looked: 0 };
}

function unknownField(field: string): Refusal {
  return fieldRefusal(field, 'unknown-field', `There is no field "${field}"`);
}

const quote = 0x22;
const backslash = 0x5c;
const [comma, list, object] = [0x2c, 0x5b, 0x7b];

/**
 * Counts the values of a body while it arrives, before it is parsed: a third of a million empty objects fit into a
 * large body. Counts the characters that begin or separate values outside of strings; the count of invalid JSON has no
 * meaning.
 */
export class ValueCount {
  readonly #most: number;
  #values = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** The next bytes. Throws Refusal as soon as there are too many. */
  add(bytes: Uint8Array): void {
    let [values, isInString, isEscaped] = [this.#values, this.#isInString, this.#isEscaped];
    for (let at = 0; at < bytes.length; at++) {
      const sign = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (isInString && sign === backslash) isEscaped = true;
      else if (sign === quote) isInString = !isInString;
      else if (!isInString && (sign === comma || sign === list || sign === object)) values++;
    }
    if (values > this.#most) throw new Refusal('bad-request', `The body has more than ${this.#most} values`);
    [this.#values, this.#isInString, this.#isEscaped] = [values, isInString, isEscaped];
  }
}
