// JSON by lines: what is large is written and read piece by piece.
import { unreadable } from './tar.ts';

const longestLine = 2 * 1024 * 1024;
const prototype = /"(__proto__|constructor|prototype)"\s*:/;

/** The values of the lines, with their numbers from 1. Throws refusal `invalid-fields` for a line that is none. */
export async function* linesOf(source: AsyncIterable<Uint8Array>, name: string) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let number = 0;
  const decoded = (chunk?: Uint8Array) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw unreadable(`${name}/${number + 1}`, 'is not UTF-8');
    }
  };
  for await (const chunk of source) {
    const pieces = (rest + decoded(chunk)).split('\n');
    rest = pieces.pop() as string;
    for (const text of pieces) yield { number: ++number, value: jsonIn(text, `${name}/${number}`) };
    if (rest.length > longestLine)
      throw unreadable(`${name}/${number + 1}`, `is longer than ${longestLine} characters`);
    // A chunk of 64 KiB in a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  rest += decoded();
  if (rest !== '') throw unreadable(`${name}/${number + 1}`, 'is cut off: it has no end of the line');
}

function jsonIn(text: string, where: string): unknown {
  if (text.length > longestLine) throw unreadable(where, `is longer than ${longestLine} characters`);
  // Assigned to another object such a member would change its prototype.
  if (prototype.test(text)) throw unreadable(where, 'has a member that no row has');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(where, `is not JSON (${(error as Error).message})`);
  }
}

/** Of many values the lines, as bytes of some 64 KiB. */
export async function* bytesOf(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (text !== '') yield Buffer.from(text);
}
