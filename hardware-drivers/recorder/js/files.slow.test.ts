// Files of takes, judged by sox, ffmpeg and flac.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPeaks } from '../../../providers/takes/peaks-file.ts';
import { isFull } from '../../../test/harness/depth.ts';
import { builtUnit, compileAndRun } from '../../lib/sound-files/test/compile.ts';
import { isBuilt } from '../test/built.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const frames = 100_000;
const renewed = 48_000;
/** Of sox, whose samples have 32 bits, and of dither and rounding of the file. */
const tolerances = { float32: 0, int24: 1.5 * 2 ** -23, int16: 1.5 * 2 ** -15 };
type Encoding = keyof typeof tolerances;
const kinds: readonly (readonly ['wav' | 'flac', Encoding])[] = [
  ['wav', 'float32'],
  ['wav', 'int24'],
  ['wav', 'int16'],
  ['flac', 'int24'],
  ['flac', 'int16'],
];

/** What track_tool writes. */
const sampleOf = (frame: number, channel: number) => (((frame * 7919 + channel * 104729) % 32749) - 16384) / 32768;

const hasFfmpeg = () => {
  if (spawnSync('ffprobe', ['-version']).status === 0) return true;
  if (process.env.CI === 'true') throw new Error('ffmpeg is not installed: sudo apt install ffmpeg');
  return false;
};

const hasSndfile = () => {
  if (spawnSync('sndfile-info', ['--version']).error === undefined) return true;
  console.log('What sndfile-info says of files of takes is not tested: it is not installed.');
  return false;
};

describe.skipIf(!isBuilt())('files of takes', () => {
  let folder: string;
  let tool: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowdesk-files-'));
    tool = join(folder, 'tool');
    const objects = [builtUnit('recorder', 'recorder-files'), builtUnit('sound-files')];
    // Without words it only says that it has none.
    expect(() => compileAndRun(tool, ['-O1'], [join(home, 'test/tools/track_tool.cc'), ...objects])).toThrow();
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const path = (name: string) => join(folder, name);
  const say = (command: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 1 << 28 });
    // What sox says of every WAVE_FORMAT_EXTENSIBLE of floats.
    const words = `${stderr}`.replace(/^soxi? WARN wav: wave header missing extended part of fmt chunk\n/gm, '');
    expect(words, `${command} ${args.join(' ')}`).toBe('');
    expect(status).toBe(0);
    return stdout;
  };
  /** Writes `frames` frames; `end` is close or kill. */
  function write(name: string, [container, encoding]: (typeof kinds)[number], channels: number, end = 'close'): string {
    const file = path(name);
    rmSync(file, { force: true });
    spawnSync(tool, ['write', file, container, encoding, `${channels}`, `${frames}`, `${renewed}`, end]);
    return file;
  }
  const floats = (bytes: Buffer) =>
    new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~3)));
  const bySox = (file: string) => floats(say('sox', [file, '-t', 'f32', '-']));
  const byFfmpeg = (file: string, ...from: string[]) =>
    floats(say('ffmpeg', ['-v', 'error', ...from, '-i', file, '-f', 'f32le', '-']));
  /** The largest error of interleaved samples, the first of which is of `first`. */
  function errorOf(samples: Float32Array, channels: number, first = 0): number {
    let error = 0;
    for (let n = 0; n < samples.length; n++) {
      const expected = sampleOf(first + Math.floor(n / channels), n % channels);
      error = Math.max(error, Math.abs((samples[n] as number) - expected));
    }
    return error;
  }
  const repair = (file: string) => Number(execFileSync(tool, ['repair', file], { encoding: 'utf8' }));

  test('sox and ffmpeg read the samples of every kind as they were written', () => {
    for (const kind of kinds) {
      for (const channels of [1, 2, 3]) {
        const file = write(`whole.${kind[0]}`, kind, channels);
        const said = `${say('soxi', [file])}`;
        expect(said).toMatch(new RegExp(`Channels +: ${channels}\n(.*\n)*.*= ${frames} samples`));
        const readers = hasFfmpeg() ? [bySox, byFfmpeg] : [bySox];
        for (const read of readers) {
          const samples = read(file);
          expect(samples.length).toBe(frames * channels);
          expect(errorOf(samples, channels)).toBeLessThanOrEqual(tolerances[kind[1]]);
        }
        if (kind[0] === 'flac') say('flac', ['--test', '--silent', file]);
      }
    }
  }, 120_000);

  test('ffmpeg finds when and by what a file was recorded', () => {
    if (!hasFfmpeg()) return;
    const tagsOf = (kind: (typeof kinds)[number]) => {
      const file = write(`tagged.${kind[0]}`, kind, 1);
      const text = say('ffprobe', ['-v', 'error', '-show_entries', 'format_tags', '-of', 'json', file]);
      return JSON.parse(`${text}`).format.tags;
    };
    const first = { comment: 'Singer', encoded_by: 'Rowdesk', originator_reference: 'take-7' };
    const time = { date: '2026-11-22', creation_time: '20:15:30', time_reference: '3500640000' };
    expect(tagsOf(['wav', 'int24'])).toEqual({ ...first, ...time });
    expect(tagsOf(['wav', 'float32'])).toEqual({ ...first, ...time });
    expect(tagsOf(['flac', 'int24'])).toMatchObject({
      ORIGINATOR_REFERENCE: 'take-7',
      DATE: '2026-11-22',
      TIME: '20:15:30',
      TIME_REFERENCE: '3500640000',
    });
  });

  test('markers and names are read by others, who hear the same sound as before', () => {
    const marks = ['0', 'Intro', '48000', 'Chorus & verse', '99999', 'End'];
    for (const kind of kinds) {
      const file = write(`marked.${kind[0]}`, kind, 2);
      const before = bySox(file);
      say(tool, ['mark', file, ...marks]);
      expect(bySox(file)).toEqual(before);
      expect(`${say('soxi', [file])}`).toContain(`= ${frames} samples`);
      if (hasFfmpeg()) expect(byFfmpeg(file)).toEqual(before);
      if (kind[0] === 'flac') {
        say('flac', ['--test', '--silent', file]);
        const tags = `${say('metaflac', ['--export-tags-to=-', file])}`.split('\n');
        expect(tags).toEqual(expect.arrayContaining(['TITLE=Singer', 'CHAPTER002=00:00:01.000']));
        expect(tags).toContain('CHAPTER002NAME=Chorus & verse');
        if (!hasFfmpeg()) continue;
        const said = `${say('ffprobe', ['-v', 'error', '-show_chapters', '-of', 'json', file])}`;
        const { chapters } = JSON.parse(said) as { chapters: { start_time: string; tags: { title: string } }[] };
        const found = chapters.map(({ start_time, tags: { title } }) => [Number(start_time), title]);
        expect(found).toEqual([
          [0, 'Intro'],
          [1, 'Chorus & verse'],
          [2.083, 'End'],
        ]);
        continue;
      }
      const bytes = readFileSync(file);
      const at = bytes.indexOf('iXML');
      writeFileSync(path('track.xml'), bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4)));
      const read = 'import sys,xml.etree.ElementTree as e;print([n.text for n in e.parse(sys.argv[1]).iter("NAME")])';
      expect(`${say('python3', ['-c', read, path('track.xml')])}`).toBe("['Singer L', 'Singer R']\n");
      if (!hasSndfile()) continue;
      const said = `${say('sndfile-info', [file])}`;
      expect(said).toMatch(/Cue ID : +2 +Pos : 48000/);
      expect(said).toContain('labl : 2 : Chorus & verse');
    }
  }, 120_000);

  test('the format chunk is extensible where more than two channels or 16 bits ask for it', () => {
    const formatOf = (encoding: Encoding, channels: number) => {
      const bytes = readFileSync(write('format.wav', ['wav', encoding], channels));
      const at = bytes.indexOf('fmt ');
      return [bytes.readUInt16LE(at + 8), bytes.readUInt32LE(at + 4)];
    };
    expect(formatOf('int16', 2)).toEqual([1, 16]);
    expect(formatOf('float32', 2)).toEqual([3, 18]);
    expect(formatOf('int24', 1)).toEqual([0xfffe, 40]);
    expect(formatOf('float32', 3)).toEqual([0xfffe, 40]);
  });

  test('after a kill a file opens with all that was renewed; repair brings back all that was written', () => {
    for (const kind of kinds) {
      const file = write(`killed.${kind[0]}`, kind, 2, 'kill');
      const size = statSync(file).size;
      const least = kind[0] === 'flac' ? Math.floor(renewed / 4096) * 4096 : renewed;
      // The end of the file may be anywhere in a write.
      for (const cut of [0, 1, 7, 1234, 5001]) {
        const copy = path(`cut.${kind[0]}`);
        copyFileSync(file, copy);
        truncateSync(copy, Math.max(size - cut, renewed * 2));
        // Of a FLAC that ends within a block, sox complains, and gives the blocks before.
        const { stdout, stderr } = spawnSync('sox', [copy, '-t', 'f32', '-'], { maxBuffer: 1 << 28 });
        if (kind[0] === 'wav') expect(`${stderr}`).toBe('');
        expect(stdout.length).toBeGreaterThanOrEqual(least * 8);
        const mended = repair(copy);
        expect(mended).toBeGreaterThanOrEqual(least);
        expect(`${say('soxi', [copy])}`).toContain(`= ${mended} samples`);
        const samples = bySox(copy);
        expect(samples.length).toBe(mended * 2);
        expect(errorOf(samples, 2)).toBeLessThanOrEqual(tolerances[kind[1]]);
        if (hasFfmpeg()) expect(byFfmpeg(copy).length).toBe(mended * 2);
        if (kind[0] === 'flac') expect(spawnSync('flac', ['--test', '--silent', copy]).status).toBe(0);
      }
    }
  }, 120_000);

  test('the desk draws the waveform that was written', async () => {
    const file = path('01.peaks');
    execFileSync(tool, ['peaks', file, '2', '10000']);
    const { rate, frames: drawn, zooms } = await readPeaks(file);
    expect([rate, drawn, zooms.length]).toEqual([48_000, 40 * 256, 1]);
    zooms[0]?.channels.forEach(({ lowest, highest }, channel) => {
      for (let point = 0; point < 39; point++) {
        const samples = Array.from({ length: 256 }, (_, n) => sampleOf(point * 256 + n, channel));
        // Of 127 steps, rounded outwards twice.
        expect(Math.abs((lowest[point] as number) - Math.min(...samples) * 127)).toBeLessThan(1.01);
        expect(Math.abs((highest[point] as number) - Math.max(...samples) * 127)).toBeLessThan(1.01);
      }
    });
  });

  test('a power cut that leaves zeros behind the last block of a FLAC costs these zeros only', () => {
    const file = write('zeros.flac', ['flac', 'int24'], 1, 'kill');
    const before = repair(file);
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(300_000)]));
    expect(repair(file)).toBe(before);
    expect(bySox(file).length).toBe(before);
  });

  test('beyond 4 GiB a file is an RF64, and the last samples are the right ones', () => {
    const file = path('long.wav');
    const length = 2 ** 30 + 5000;
    execFileSync(tool, ['write', file, 'wav', 'float32', '1', '1000', '0', 'close']);
    execFileSync(tool, ['lengthen', file, `${length}`]);
    expect(statSync(file).blocks * 512).toBeLessThan(1 << 20);
    const judge = (last: Float32Array) => {
      const samples = last.subarray(last.length - 1000);
      expect(samples.length).toBe(1000);
      expect(errorOf(samples, 1, length - 1000)).toBe(0);
    };
    if (hasFfmpeg()) judge(byFfmpeg(file, '-ss', `${Math.floor(length / 48_000)}`));
    // Half a minute of processor time: sox reads all that is before.
    if (isFull) judge(floats(say('sox', [file, '-t', 'f32', '-', 'trim', `${length - 1000}s`])));
  }, 600_000);
});
