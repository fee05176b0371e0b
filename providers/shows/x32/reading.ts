// A scene of an X32 as fields of this desk: each value goes through the laws and conversions that the surface X32 uses.
import { Book, type BookChanges } from '../../../hardware-drivers/lib/x32/js/book.ts';
import { models } from '../../../hardware-drivers/lib/x32/js/table/models.ts';
import type { ReadOptions, ReadShow, ShowLine } from '../read-show.ts';
import { Lines } from './lines.ts';
import { deviceOf, type NodeWords } from './routing.ts';
import { readSceneText, type SceneText, type TextLine } from './scene-text.ts';

/** Throws UnreadableShow. */
export function readX32(text: string, { layout, channel }: ReadOptions): ReadShow {
  const { lines: given, ...about } = readSceneText(text);
  const own = about.format === 'x32-channel' ? given.map((line) => ofChannel(line, channel)) : given;
  const last = new Map(own.map((line) => [line.address, line]));
  const words: NodeWords = (address) => last.get(address)?.words;
  const reading = new Lines(bookOf(busesOf(words, layout)), words);
  const lines = own.map((line): ShowLine => {
    const again = last.get(line.address);
    if (again === line || again === undefined) return reading.of(line);
    const why = `line ${again.line} has it again, and the last one counts`;
    return { line: line.line, key: line.address, values: [], lost: [{ part: 'line', from: '', to: null, why }] };
  });
  return { ...named(about), lines, devices: reading.devices.map(deviceOf) };
}

/** All addresses, by what its buses stand for: making them takes longer than reading a file. */
const books = new Map<string, Book>();
const mostBooks = 8;

function bookOf(changes: BookChanges): Book {
  const key = JSON.stringify(changes);
  const known = books.get(key);
  if (known !== undefined) return known;
  if (books.size >= mostBooks) books.clear();
  const book = new Book(models.X32, changes);
  books.set(key, book);
  return book;
}

const named = ({ format, version, name, notes }: Omit<SceneText, 'lines'>) => ({
  ...{ format, version, notes: notes.slice(0, 4096) },
  name: name.trim().slice(0, 64) || 'X32',
});

/** `/config` of a preset is `/ch/03/config`. */
function ofChannel(line: TextLine, channel: number): TextLine {
  if (/^\/(ch|headamp|bus|auxin|fxrtn)\//.test(line.address)) return line;
  return { ...line, address: `/ch/${String(channel).padStart(2, '0')}${line.address}` };
}

/**
 * A bus that feeds one of the effects 1 to 4 is its fxSend. Any other is a mix, as far as the desk has that many; of those
 * beyond, each has an fxSend that no bus feeds, or stands for nothing.
 */
function busesOf(words: NodeWords, layout: ReadOptions['layout']): BookChanges {
  const strips: Record<string, string | null> = {};
  const taken = new Set<number>();
  for (let effect = 1; effect <= 4; effect++) {
    const [, bus = ''] = /^MIX(\d{1,2})$/.exec(words(`/fx/${effect}/source`)?.[0] ?? '') ?? [];
    const address = `/bus/${bus.padStart(2, '0')}`;
    if (Number(bus) < 1 || Number(bus) > 16 || address in strips) continue;
    strips[address] = `/channel/fxSend/${effect}`;
    taken.add(effect);
  }
  for (let bus = 13; bus <= 16; bus++) {
    const address = `/bus/${bus}`;
    if (address in strips) continue;
    const effect = [bus - 12, 1, 2, 3, 4].find((each) => !taken.has(each));
    const isMix = bus <= (layout.mix ?? 0);
    if (!isMix && effect !== undefined) taken.add(effect);
    strips[address] = isMix ? `/channel/mix/${bus}` : effect === undefined ? null : `/channel/fxSend/${effect}`;
  }
  return { strips };
}
