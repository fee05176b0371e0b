// The container of a backup: a plain tar file (POSIX ustar) of regular files, so that any tar unpacks it.
import { Refusal } from 'rowdesk/provider';

const block = 512;
/** Bytes of a name; a longer one would need its prefix. */
const longestName = 100;
const mostEntryBytes = 8 ** 11 - 1;

export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  /** To be read before the next entry. */
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The size of a file with entries of these sizes. */
export function tarBytes(sizes: readonly number[]): number {
  return sizes.reduce((sum, bytes) => sum + block + padded(bytes), 2 * block);
}

/** The bytes of a file with these entries. `seconds`: their time of modification. Throws Error for an entry of another size. */
export async function* tarOf(entries: Iterable<TarEntry> | AsyncIterable<TarEntry>, seconds: number) {
  for await (const { name, bytes, content } of entries) {
    yield headerOf(name, bytes, seconds);
    let sent = 0;
    for await (const chunk of content) {
      sent += chunk.length;
      if (sent > bytes) break;
      yield chunk;
    }
    if (sent !== bytes)
      throw new Refusal('conflict', `${name} has changed while it was read; try again.`, { reason: 'changed' });
    if (padded(bytes) > bytes) yield new Uint8Array(padded(bytes) - bytes);
  }
  yield new Uint8Array(2 * block);
}

/** The entries of a file. Rejects with refusal `invalid-fields` for what is no such file, or ends early. */
export async function* entriesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new Bytes(source);
  for (let count = 0; ; count++) {
    const header = await reader.take(block, `entry ${count + 1}`);
    if (header.every((byte) => byte === 0)) break;
    const { name, bytes } = entryIn(header, count);
    let left = bytes;
    async function* content() {
      while (left > 0) {
        const chunk = await reader.some(left, name);
        left -= chunk.length;
        yield chunk;
      }
    }
    yield { name, bytes, content: content() };
    if (left > 0) throw new Error(`${name} was not read`);
    await reader.take(padded(bytes) - bytes, name);
  }
  // What tar adds to fill its records.
  await reader.drain();
}

const padded = (bytes: number) => Math.ceil(bytes / block) * block;

function headerOf(name: string, bytes: number, seconds: number): Uint8Array {
  const header = Buffer.alloc(block);
  if (Buffer.byteLength(name) > longestName || bytes > mostEntryBytes)
    throw new Error(`${name} does not fit a tar file`);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1');
  header.write(name, 0, 'utf8');
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(bytes, 124, 11);
  octal(seconds, 136, 11);
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

function entryIn(header: Buffer, count: number): { readonly name: string; readonly bytes: number } {
  const where = `entry ${count + 1}`;
  const textAt = (at: number, length: number) => {
    const field = header.subarray(at, at + length);
    const end = field.indexOf(0);
    return field.subarray(0, end < 0 ? length : end).toString('utf8');
  };
  if (textAt(257, 5) !== 'ustar') throw unreadable(where, 'is no entry of a tar file (ustar)');
  if (Number.parseInt(textAt(148, 8), 8) !== sumOf(header))
    throw unreadable(where, 'has another checksum: it is damaged');
  const size = textAt(124, 12).trim();
  if (!/^[0-7]{1,11}$/.test(size)) throw unreadable(where, 'has no size');
  const type = textAt(156, 1);
  const name = textAt(0, longestName);
  if ((type !== '0' && type !== '') || textAt(345, 155) !== '') {
    throw unreadable(where, `("${name}") is no regular file: links, folders and extended headers are none`);
  }
  return { name, bytes: Number.parseInt(size, 8) };
}

/** With blanks in the place of the sum itself. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < block; at++) if (at < 148 || at >= 156) sum += header[at] as number;
  return sum;
}

/** What is wrong with a file, at a place in it. */
export function unreadable(field: string, problem: string): Refusal {
  const message = `${field} ${problem}.`;
  return new Refusal('invalid-fields', `The file is no backup that can be used: ${message}`, {}, [
    { field, code: 'wrong-format', message, params: {} },
  ]);
}

/** Bytes as they come, in the pieces that are asked for. */
class Bytes {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least one byte, and at most so many. */
  async some(most: number, where: string): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done === true) throw unreadable(where, 'is cut off: the file ends early');
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async take(bytes: number, where: string): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = bytes; left > 0; ) {
      const piece = await this.some(left, where);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async drain(): Promise<void> {
    for (let next = await this.#source.next(); next.done !== true; next = await this.#source.next());
  }
}
