// What the files of one export or render are called: each name fits, is cut for itself, and is like no other.

/** What the sound files take (hardware-drivers/sound-files). */
const mostBytes = 128;
/** ` 256` behind a name that is there already: an export has no more files. */
const mostNumberBytes = 4;
/** What no file system has, ends lines, or is half a character. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const segmenter = new Intl.Segmenter();

export class FileNames {
  readonly #taken = new Set<string>();

  /**
   * `template` with `{places}`, whose values are cut so that the rest of the template stays: a number behind a long name is
   * there. `container`: wav or flac.
   */
  free(template: string, places: Readonly<Record<string, string>>, container: string): string {
    const room = mostBytes - Buffer.byteLength(`.${container}`) - mostNumberBytes;
    const base = safe(filled(template, places, room), room) || '_';
    for (let n = 1; ; n++) {
      const file = `${base}${n === 1 ? '' : ` ${n}`}.${container}`;
      // Sticks and other systems tell no case.
      const key = file.toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return file;
    }
  }
}

/** Each place gets at least its share of the bytes that the template leaves, and what the shorter ones need not. */
function filled(template: string, places: Readonly<Record<string, string>>, room: number): string {
  const parts = template.split(/(\{\w+\})/);
  const values = parts.map((part, n) => (n % 2 === 1 ? (places[part.slice(1, -1)] ?? '') : part).normalize('NFC'));
  const sizes = values.map((value) => Buffer.byteLength(value));
  let left = room - sizes.reduce((sum, size, n) => (n % 2 === 1 ? sum : sum + size), 0);
  const byLength = values.map((_, n) => n).filter((n) => n % 2 === 1);
  byLength.sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  byLength.forEach((n, nth) => {
    const share = Math.max(0, Math.floor(left / (byLength.length - nth)));
    values[n] = cut(values[n] ?? '', share);
    left -= Buffer.byteLength(values[n] ?? '');
  });
  return values.join('');
}

function safe(name: string, most: number): string {
  const words = name.normalize('NFC').replace(unsafe, '_').replace(/\s+/g, ' ').trim();
  return cut(words.replace(/^\.|[. ]+$/g, '_'), most).replace(/[. ]+$/, '');
}

/** At the end of a character as it is read. */
function cut(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let short = '';
  let bytes = 0;
  for (const { segment } of segmenter.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    short += segment;
  }
  return short;
}
