// The faked card, judged by programs that know nothing of it: one that has the card in both directions (duplex.c), and those
// of alsa-utils.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakedCard, type FakedCardSettings, fakedCardLacks, makeFakedCard } from './faked-card.ts';

const lacks = fakedCardLacks();
const source = fileURLToPath(new URL('./faked-card/fixtures/duplex.c', import.meta.url));
/** Of errno.h and alsa/pcm.h. */
const [noEntry, busy, invalid, broken, gone] = [-2, -16, -22, -32, -19];
const [isSetUp, isXrun, isDisconnected] = [1, 4, 8];
const [pollError, pollInvalid, pollOut] = [8, 32, 4];

let programs: string;
let folder: string;

beforeAll(() => {
  programs = mkdtempSync(join(tmpdir(), 'faked-card-'));
  if (lacks !== '') return;
  execFileSync('cc', [
    '-std=gnu11',
    '-O2',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-o',
    join(programs, 'duplex'),
    source,
    '-lasound',
  ]);
});
afterAll(() => rmSync(programs, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faked-card-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const make = (settings: Partial<FakedCardSettings> = {}) =>
  makeFakedCard({ folder, name: 'card', inputs: 4, outputs: 4, isStepped: true, ...settings });

interface Duplex {
  /** Resolves once both directions run. */
  running(): Promise<void>;
  kill(): void;
  /** The lines that the program prints, by name: of a name that is there twice the first. */
  readonly end: Promise<Readonly<Record<string, number>>>;
}

/** Opens the card in both directions: format, access, rate, period, periods, cycles. */
function duplex(card: FakedCard, ...words: readonly (string | number)[]): Duplex {
  const child = spawn(join(programs, 'duplex'), ['card', ...words.map(String)], {
    env: { ...process.env, ...card.environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const end = new Promise<Readonly<Record<string, number>>>((done) => {
    child.on('close', () => {
      const lines = printed.trim().split('\n').reverse();
      done(Object.fromEntries(lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)])));
    });
  });
  const isRunning = () => Object.values(card.figures()).every(({ state }) => state === 'running');
  const running = async () => {
    while (!isRunning() && child.exitCode === null) await sleep(2);
  };
  return { running, kill: () => child.kill('SIGKILL'), end };
}

const steps = async (card: FakedCard, count: number, ms: number) => {
  for (let n = 0; n < count; n++) await card.advance(ms);
};

describe.skipIf(lacks !== '' && !process.env.CI)(`a faked card${lacks === '' ? '' : ` (skipped: ${lacks})`}`, () => {
  test.each([
    ['S16_LE', 'interleaved', 48_000],
    ['S24_3LE', 'noninterleaved', 44_100],
    ['S32_LE', 'noninterleaved', 96_000],
    ['FLOAT_LE', 'interleaved', 48_000],
  ] as const)('captures %s, %s, at %i Hz what is played at the same card time', async (format, access, rate) => {
    const card = make({ formats: ['S16_LE', 'S24_3LE', 'S32_LE', 'FLOAT_LE'], rates: [44_100, 48_000, 96_000] });
    const program = duplex(card, format, access, rate, 64, 2, 100);
    await program.running();
    await steps(card, 100, 64_000 / rate);
    expect(await program.end).toMatchObject({ cycles: 100, later: 0, wrong: 0 });
    expect(card.figures()).toMatchObject({
      playback: { state: 'closed', opens: 1, starts: 1, xruns: 0, periods: 100, frames: 6400, missedFrames: 0 },
      capture: { state: 'closed', opens: 1, starts: 1, xruns: 0, periods: 100, frames: 6400, missedFrames: 0 },
    });
  });

  test('a cable delays, 128 channels are 128, and what was played is there sample by sample', async () => {
    const card = make({ inputs: 128, outputs: 128, cableFrames: 100 });
    const program = duplex(card, 'S32_LE', 'interleaved', 48_000, 32, 3, 50);
    await program.running();
    await steps(card, 50, 32 / 48);
    expect(await program.end).toMatchObject({ later: 100, wrong: 0, cycles: 50 });
    const { firstFrame, outputs } = card.played();
    expect([firstFrame, outputs.length, outputs[5]?.length]).toEqual([0, 128, 1600]);
    const ramp = Float64Array.from({ length: 1600 }, (_, n) => ((5 << 12) + n + 1) / 2 ** 15);
    expect(outputs[5]).toEqual(ramp);
  });

  test('a card that is unplugged is gone for every call, for the hints and for who opens it, until it is plugged in', async () => {
    const card = make();
    const program = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 100);
    await program.running();
    await steps(card, 3, 64 / 48);
    card.unplug();
    const said = await program.end;
    const none = { wait: gone, mmap_begin: gone, mmap_commit: gone, start: gone, recover: gone, prepare: gone };
    expect(said).toMatchObject({ cycles: 3, revents: pollError | pollInvalid, state: isDisconnected, ...none });
    expect(said).toMatchObject({ status: 0, status_state: isDisconnected, state_after: isDisconnected });
    expect(said.avail_update).toBeGreaterThanOrEqual(0);
    expect((await duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 1).end).open).toBe(noEntry);
    expect(hints(card)).not.toContain('card');
    card.plugIn();
    expect(hints(card)).toContain('card');
    const again = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 3);
    await again.running();
    await steps(card, 3, 64 / 48);
    expect(await again.end).toMatchObject({ cycles: 3, later: 0 });
  });

  test('an xrun stops both directions, and prepare repairs them', async () => {
    const card = make();
    const program = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 100);
    await program.running();
    await steps(card, 3, 64 / 48);
    card.xrun();
    const said = await program.end;
    expect(said).toMatchObject({ cycles: 3, revents: pollError | pollOut, state: isXrun, avail_update: broken });
    expect(said).toMatchObject({ wait: broken, start: broken, recover: 0, prepare: 0, drop: 0, state_after: isSetUp });
    const { playback, capture } = card.figures();
    expect([playback.xruns, capture.xruns]).toEqual([1, 1]);
  });

  test('a program that comes too late has an xrun, and a card that is fed what it wants has none', async () => {
    const card = make();
    const program = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 100);
    await program.running();
    await card.advance(128 / 48);
    expect(await program.end).toMatchObject({ cycles: 0, state: isXrun });
    expect(card.figures()).toMatchObject({ playback: { xruns: 1, frames: 128 }, capture: { xruns: 1, frames: 128 } });
  });

  test('a program that no xrun stops misses what comes too late, and the card counts the frames', async () => {
    const card = make();
    const program = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 5, 'unstopped');
    await program.running();
    await card.advance(192 / 48);
    expect(card.figures()).toMatchObject({ playback: { missedFrames: 64 }, capture: { missedFrames: 64, xruns: 0 } });
    await steps(card, 2, 64 / 48);
    expect((await program.end).cycles).toBe(5);
    expect(card.figures()).toMatchObject({ playback: { missedFrames: 64 }, capture: { missedFrames: 64, xruns: 0 } });
  });

  test('the clock of the card runs as much faster as it is told, and changes without a step', async () => {
    const card = make({ ppm: 80 });
    const program = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 4, 1e6);
    await program.running();
    await steps(card, 500, 64 / 48);
    expect(card.figures().capture.frames).toBe(Math.floor(32_000 * 1.00008));
    card.setPpm(-200);
    await steps(card, 500, 64 / 48);
    const frames = Math.floor(32_000 * 1.00008 + 32_000 * 0.9998);
    expect(card.figures()).toMatchObject({ playback: { frames }, capture: { frames } });
    card.unplug();
    expect(await program.end).toMatchObject({ later: 0, wrong: 0 });
  });

  test('a program that is killed leaves a card that the next one takes', async () => {
    const card = make();
    const killed = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 1e6);
    await killed.running();
    await steps(card, 2, 64 / 48);
    killed.kill();
    await killed.end;
    expect(card.figures().playback.state).toBe('closed');
    const next = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 3);
    await next.running();
    await steps(card, 3, 64 / 48);
    expect(await next.end).toMatchObject({ cycles: 3, later: 0, wrong: 0 });
  });

  test('a card that another program has is busy, as is one that is held', async () => {
    const card = make();
    const program = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 1);
    await program.running();
    expect((await duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 1).end).open).toBe(busy);
    await card.advance(64 / 48);
    expect((await program.end).cycles).toBe(1);
    card.hold();
    expect((await duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 1).end).open).toBe(busy);
    card.letGo();
    const again = duplex(card, 'S32_LE', 'interleaved', 48_000, 64, 2, 1);
    await again.running();
    await card.advance(64 / 48);
    expect((await again.end).cycles).toBe(1);
  });

  test('rates, periods and directions that the card has not are refused', async () => {
    const card = make({ outputs: 0, periodFrames: [96, 96], periods: [2, 4] });
    const capture = (...words: readonly (string | number)[]) => duplex(card, ...words, 1, 'capture').end;
    expect((await capture('S32_LE', 'interleaved', 44_100, 96, 2)).rate).toBe(invalid);
    expect((await capture('S16_LE', 'interleaved', 48_000, 96, 2)).format).toBe(invalid);
    expect((await capture('S32_LE', 'interleaved', 48_000, 64, 2)).period).toBe(invalid);
    expect((await capture('S32_LE', 'interleaved', 48_000, 96, 5)).periods).toBe(invalid);
    expect((await duplex(card, 'S32_LE', 'interleaved', 48_000, 96, 2, 1).end).open).toBe(noEntry);
  });

  test('what aplay plays is played, and what is fed is what arecord records, sample by sample', () => {
    const card = make({ isStepped: false, formats: ['S16_LE'], inputs: 2, outputs: 2 });
    const env = { ...process.env, ...card.environment };
    const raw = ['-D', 'card', '-t', 'raw', '-f', 'S16_LE', '-c', '2', '-r', '48000', '-q'];
    const frames = Int16Array.from({ length: 2 * 12_000 }, (_, n) => ((n * 7919) % 65_521) - 32_760);
    const file = join(folder, 'noise.raw');
    writeFileSync(file, frames);
    expect(spawnSync('aplay', [...raw, file], { env }).status).toBe(0);
    const { outputs } = card.played();
    for (const [c, output] of outputs.entries()) {
      const played = Array.from(output, (sample) => sample * 2 ** 15);
      expect(played.slice(0, 12_000)).toEqual(Array.from(frames).filter((_, n) => n % 2 === c));
      expect(played.slice(12_000).every((sample) => sample === 0)).toBe(true);
    }
    expect(card.figures().playback).toMatchObject({ xruns: 0, missedFrames: 0 });

    const period = 480;
    const sawtooth = (from: number) => Float32Array.from({ length: period }, (_, n) => (from + n) / 2 ** 15);
    card.feed([sawtooth(1), sawtooth(1001)]);
    const recorded = join(folder, 'recorded.raw');
    expect(spawnSync('arecord', [...raw, '-s', '9600', recorded], { env }).status).toBe(0);
    const bytes = readFileSync(recorded);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    expect(samples.length).toBeGreaterThanOrEqual(2 * 9600);
    const phase = (samples[0] as number) - 1;
    for (let n = 0; n < 9600; n++) {
      const at = (phase + n) % period;
      expect([samples[2 * n], samples[2 * n + 1]]).toEqual([1 + at, 1001 + at]);
    }
  });

  test('arecord hears aplay through the cable, sample by sample, and at the card time that the cable says', async () => {
    const cableFrames = 48_000;
    const card = make({
      isStepped: false,
      formats: ['S24_3LE'],
      rates: [44_100, 48_000],
      cableFrames,
      outputs: 1,
      inputs: 1,
    });
    const env = { ...process.env, ...card.environment };
    const raw = ['-D', 'card', '-t', 'raw', '-f', 'S24_3LE', '-c', '1', '-q'];
    const file = join(folder, 'noise.raw');
    const recorded = join(folder, 'recorded.raw');
    const noise = Buffer.from(Uint8Array.from({ length: 3 * 20_000 }, (_, n) => ((n * 7919) % 251) | 1));
    writeFileSync(file, noise);
    const recorder = spawn('arecord', [...raw, '-r', '48000', '-s', '192000', recorded], { env, stdio: 'ignore' });
    const recorderEnds = new Promise((done) => recorder.on('close', done));
    while (card.figures().capture.state !== 'running') await sleep(2);
    const otherRate = duplex(card, 'S24_3LE', 'interleaved', 44_100, 64, 2, 1, 'playback');
    expect((await otherRate.end).rate).toBe(invalid);
    expect(spawnSync('aplay', [...raw, '-r', '48000', file], { env }).status).toBe(0);
    expect(await recorderEnds).toBe(0);
    const { playback, capture } = card.figures();
    const at = playback.startFrame + cableFrames - capture.startFrame;
    const heard = readFileSync(recorded);
    expect(heard.subarray(3 * at, 3 * at + noise.length).equals(noise)).toBe(true);
    expect(heard.subarray(0, 3 * at).every((byte) => byte === 0)).toBe(true);
  });

  test('a field out of its range is refused by its name', () => {
    expect(() => make({ outputs: 129 })).toThrow('outputs: 0 to 128');
    expect(() => make({ name: 'a card' })).toThrow('name: letters, digits, - and _');
    expect(() => make({ folder: '/tmp/a b' })).toThrow('folder: no spaces and no colons');
    expect(() => make({ rates: [] })).toThrow('rates: 1 to 16');
    expect(() => make({ formats: ['U8' as 'S16_LE'] })).toThrow('formats: of S16_LE');
    expect(() => make({ periodFrames: [64, 32] })).toThrow('periodFrames: the least first');
    const card = make({ isStepped: false });
    expect(() => card.setPpm(20_000)).toThrow('ppm: -10000 to 10000');
    expect(() => card.feed([new Float32Array(4), new Float32Array(5)])).toThrow('feed: samples of one length');
  });
});

/** The names that snd_device_name_hint gives. */
function hints(card: FakedCard): readonly string[] {
  const { stdout } = spawnSync('aplay', ['-L'], { env: { ...process.env, ...card.environment }, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => /^\S/.test(line));
}
