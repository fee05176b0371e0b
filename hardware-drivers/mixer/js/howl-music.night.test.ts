// The protection against howling leaves music and speech alone: Debian's warzone2100-music (electronic), wesnoth-1.16-music
// (orchestra and choir), and voices of espeak-ng. HOWL_MUSIC_S: so many seconds of each piece, HOWL_MUSIC_PIECES: so many
// pieces of each collection, at equal distances in their order.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildTests } from '../test/build.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const { CI, HOWL_MUSIC_S = '60', HOWL_MUSIC_PIECES = '8' } = process.env;
const collections = {
  'warzone2100-music': '/usr/share/games/warzone2100/music',
  'wesnoth-1.16-music': '/usr/share/games/wesnoth/1.16/data/core/music',
};
const voices = ['en', 'de', 'fr', 'it', 'es'];
const words = 'One, two, one, two. The monitors come first, then the choir, and the band plays from the top. ';

const most = Number(HOWL_MUSIC_PIECES);
const pieces = Object.values(collections)
  .filter((each) => existsSync(each))
  .flatMap((each) => {
    const files = readdirSync(each, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(opus|ogg)$/.test(name));
    const step = Math.max(1, files.length / most);
    return files
      .sort()
      .filter((_, place) => Math.floor(place / step) > Math.floor((place - 1) / step))
      .map((name) => join(each, name));
  });
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const missing = [
  ...Object.entries(collections).flatMap(([name, folder]) => (existsSync(folder) ? [] : [name])),
  ...['espeak-ng', 'ffmpeg'].filter((program) => !has(program)),
];
if (missing.length > 0 && CI !== 'true') console.info(`howl: not tested with music, apt install ${missing.join(' ')}`);

/** 48 kHz, mono, 32-bit float. */
function decode(from: string, to: string): void {
  const args = ['-v', 'error', '-t', HOWL_MUSIC_S, '-i', from, '-ac', '1', '-ar', '48000', '-f', 'f32le', to];
  const { status, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

test.skipIf(missing.length > 0 && CI !== 'true')(
  'music and speech have at most one false notch in ten minutes',
  { timeout: 1_800_000 },
  () => {
    expect(missing).toEqual([]);
    const sounds = mkdtempSync(join(tmpdir(), 'howl-music-'));
    try {
      for (const [number, piece] of pieces.entries()) decode(piece, join(sounds, `piece-${number}.f32`));
      for (const voice of voices) {
        const spoken = join(tmpdir(), `howl-${process.pid}.wav`);
        expect(spawnSync('espeak-ng', ['-v', voice, '-w', spoken, words.repeat(10)]).status).toBe(0);
        decode(spoken, join(sounds, `voice-${voice}.f32`));
        rmSync(spoken);
      }
      const { status, stdout, stderr } = spawnSync(buildTests('plain', true), ['music and speech'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOWL_MUSIC: sounds },
      });
      console.info(stdout);
      expect(status, `${stdout}\n${stderr}`).toBe(0);
    } finally {
      rmSync(sounds, { recursive: true, force: true });
    }
  },
);
