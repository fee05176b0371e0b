// The text of a scene, a snippet or a channel preset of an X32: a header, then an address and its values on each line.
import { UnreadableShow } from '../read-show.ts';

/** A whole scene has some 2,100 lines of at most 400 characters. */
const mostLines = 5_000;
const mostLineChars = 4_096;

export interface TextLine {
  readonly line: number;
  readonly address: string;
  readonly words: readonly string[];
}

export interface SceneText {
  readonly format: 'x32-scene' | 'x32-snippet' | 'x32-channel';
  readonly version: string;
  readonly name: string;
  readonly notes: string;
  readonly lines: readonly TextLine[];
}

/** What stands behind the version: of a scene name and note, of a snippet name and scope, of a preset its place and name. */
const headers: readonly (readonly [SceneText['format'], RegExp])[] = [
  ['x32-scene', /^\s*"([^"]*)"\s+"([^"]*)"/],
  ['x32-snippet', /^\s*"([^"]*)"\s+-?\d/],
  ['x32-channel', /^\s*\d+\s+"([^"]*)"/],
];

/** Parted by blanks, with quotes around what has some. */
const wordsIn = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

/** Throws UnreadableShow. */
export function readSceneText(text: string): SceneText {
  const all = text.split(/\r\n|\n|\r/);
  if (all.length > mostLines) throw new UnreadableShow(`has ${all.length} lines; a scene has at most ${mostLines}`);
  const long = all.findIndex((line) => line.length > mostLineChars);
  if (long >= 0) throw new UnreadableShow(`line ${long + 1} has more than ${mostLineChars} characters`);
  const [, version, rest] = /^#(\d{1,2}\.\d{1,2})#\s(.*)$/.exec(all[0] ?? '') ?? [];
  if (version === undefined || rest === undefined) {
    throw new UnreadableShow('line 1 is no header of an X32, such as #4.0# "Friday" "" %000000000 1');
  }
  if (!/^[234]\./.test(version)) throw new UnreadableShow(`line 1: version ${version} is unknown; 2.0 to 4.9 are read`);
  const known = headers.flatMap(([format, pattern]) => {
    const found = pattern.exec(rest);
    return found === null ? [] : [{ format, name: found[1] ?? '', notes: found[2] ?? '' }];
  })[0];
  if (known === undefined) throw new UnreadableShow('line 1: behind the version stands no name in quotes');
  const lines = all.slice(1).flatMap((line, n): readonly TextLine[] => {
    const [address, ...words] = wordsIn(line.replaceAll('\0', ' '));
    if (address === undefined || address.startsWith('#')) return [];
    return [{ line: n + 2, address: `/${address.replace(/^\/+|\/+$/g, '')}`, words }];
  });
  return { ...known, version, lines };
}
