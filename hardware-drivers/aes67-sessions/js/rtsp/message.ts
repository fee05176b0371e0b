// Messages of RTSP 1.0 (RFC 2326), as far as a description is asked for.

export interface Head {
  /** `DESCRIBE rtsp://... RTSP/1.0` or `RTSP/1.0 200 OK` */
  readonly start: string;
  /** By name in lower case. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface Message extends Head {
  readonly body: Buffer;
}

export interface Bounds {
  readonly head: number;
  readonly body: number;
}

const mostFields = 64;
const headEnd = '\r\n\r\n';

/** Messages out of the bytes of a connection, which may come one by one: each is looked at once, and copied seldom. */
export class MessageReader {
  readonly #bounds: Bounds;
  #bytes: Buffer = Buffer.alloc(1_024);
  #length = 0;
  /** Up to here there is no end of a head. */
  #searched = 0;
  #head: (Head & { readonly bodyAt: number; readonly length: number }) | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(2 * length);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** The first message; undefined while it is incomplete. Throws Error in words for no message. */
  next(): Message | undefined {
    this.#head ??= this.#headThere();
    if (this.#head === undefined || this.#length < this.#head.length) return undefined;
    const { start, fields, bodyAt, length } = this.#head;
    const body = Buffer.from(this.#bytes.subarray(bodyAt, length));
    this.#bytes.copyWithin(0, length, this.#length);
    this.#length -= length;
    this.#searched = 0;
    this.#head = undefined;
    return { start, fields, body };
  }

  #headThere() {
    const { head: longestHead, body: longestBody } = this.#bounds;
    const there = this.#bytes.subarray(this.#searched, this.#length).indexOf(headEnd);
    const end = there < 0 ? -1 : there + this.#searched;
    this.#searched = Math.max(0, this.#length - headEnd.length + 1);
    if ((end < 0 ? this.#length : end) > longestHead) throw new Error(`its head is over ${longestHead} bytes`);
    if (end < 0) return undefined;
    const head = readHead(this.#bytes.toString('latin1', 0, end));
    const said = head.fields.get('content-length') ?? '0';
    const bodyLength = /^\d{1,9}$/.test(said) ? Number(said) : Number.POSITIVE_INFINITY;
    if (bodyLength > longestBody) throw new Error(`its body is over ${longestBody} bytes`);
    const bodyAt = end + headEnd.length;
    return { ...head, bodyAt, length: bodyAt + bodyLength };
  }
}

function readHead(text: string): Head {
  const [start = '', ...lines] = text.split('\r\n', mostFields + 2);
  if (lines.length > mostFields) throw new Error(`it has over ${mostFields} fields`);
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error('a field of its head has no name');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { start, fields: new Map(fields) };
}

export function writeMessage(start: string, fields: Readonly<Record<string, string | number>>, body = ''): Buffer {
  const length: Readonly<Record<string, number>> = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ ...fields, ...length }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${[start, ...lines].join('\r\n')}\r\n\r\n${body}`, 'utf8');
}
