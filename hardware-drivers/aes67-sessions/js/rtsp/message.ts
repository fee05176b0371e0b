// Messages of RTSP 1.0 (RFC 2326), as far as a description is asked for.

export interface Head {
  /** `DESCRIBE rtsp://... RTSP/1.0` or `RTSP/1.0 200 OK` */
  readonly start: string;
  /** By name in lower case. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface Message extends Head {
  readonly body: Buffer;
  /** Bytes of the message. */
  readonly length: number;
}

export interface Bounds {
  readonly head: number;
  readonly body: number;
}

const mostFields = 64;

/** The message at the begin of these bytes; undefined while it is incomplete. Throws Error in words for no message. */
export function readMessage(bytes: Buffer, bounds: Bounds): Message | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0 ? bytes.length > bounds.head : end > bounds.head)
    throw new Error(`its head is over ${bounds.head} bytes`);
  if (end < 0) return undefined;
  const head = readHead(bytes.toString('latin1', 0, end));
  const said = head.fields.get('content-length') ?? '0';
  const bodyLength = /^\d{1,9}$/.test(said) ? Number(said) : Number.POSITIVE_INFINITY;
  if (bodyLength > bounds.body) throw new Error(`its body is over ${bounds.body} bytes`);
  const length = end + 4 + bodyLength;
  return bytes.length < length ? undefined : { ...head, body: bytes.subarray(end + 4, length), length };
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
