// A sound card without hardware, for tests of what opens cards through alsa-lib: a driver, PipeWire, aplay. The card is a
// plugin of alsa-lib, compiled into a folder of the test; the test gives it faults, a clock and sound through files.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CardFiles, type FakedFigures, type FakedFormat, type Orders } from './faked-card/files.ts';
import { type FakedCardSettings, ordersOf, within } from './faked-card/settings.ts';

export type { FakedCardSettings, FakedFigures, FakedFormat };

export interface FakedCard {
  /** For the process under test: cards of the same folder have the same. No other PCM is there, no plug: and no hw:. */
  readonly environment: Readonly<Record<string, string>>;
  /** Streams say -ENODEV (see `makeFakedCard`), the name is gone from the hints, and opening it fails. */
  unplug(): void;
  /** A new card of that name: a stream that was open stays disconnected. */
  plugIn(): void;
  /** Both directions stop with an xrun, as linked streams do. */
  xrun(): void;
  /** The clock of the card runs on from where it is at this rate, -10000 to 10000 parts per million. */
  setPpm(ppm: number): void;
  /** Opening says -EBUSY, as if another program had the card; streams that are open run on. */
  hold(): void;
  letGo(): void;
  /** Moves the time of a stepped card, and resolves when the programs that wait for the card have done all there is to do. */
  advance(ms: number): Promise<void>;
  /** Adds sound to the inputs: the samples of input 1, 2 ..., of one length, full scale 1, repeated from card time 0 on. */
  feed(inputs: readonly Float32Array[]): void;
  /** The last frames that the outputs played, full scale 1: of each output, and the card time of the first in frames. */
  played(): { readonly firstFrame: number; readonly outputs: readonly Float64Array[] };
  figures(): { readonly playback: FakedFigures; readonly capture: FakedFigures };
}

const sources = fileURLToPath(new URL('./faked-card', import.meta.url));
const compilerFlags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-DPIC'];
const library = 'faked_card.so';
const configuration = 'asound.conf';

/** What the machine lacks for a faked card, as the command that installs it; '' where nothing is missing. */
export function fakedCardLacks(): string {
  const missing = [
    ...(spawnSync('cc', ['--version']).status === 0 ? [] : ['gcc', 'libc6-dev']),
    ...(existsSync('/usr/include/alsa/pcm_external.h') ? [] : ['libasound2-dev']),
  ];
  return missing.length === 0 ? '' : `sudo apt-get install ${missing.join(' ')}`;
}

/**
 * Makes a sound card. Throws an Error that names the field and its range, or the packages that are missing.
 *
 * A program finds the card in snd_device_name_hint and opens it by its name. The card behaves as alsa-lib's hw does, with
 * these differences, for which alsa-lib's plugins of this kind (ioplug) leave no choice:
 * - snd_pcm_link says -ENOSYS. Instead, directions of one process that start within a period of each other start at one card
 *   time, and xrun() stops both.
 * - The descriptors of poll are always readable, never writable: ask snd_pcm_poll_descriptors_revents, which may say 0.
 *   On a lost card it says POLLERR | POLLNVAL, the answer of the kernel.
 * - The state of a stream becomes SND_PCM_STATE_DISCONNECTED in the next call that looks at the card: avail_update, avail,
 *   status, delay, a commit, or the revents of poll. From then on snd_pcm_mmap_begin, start, prepare, wait, reads and writes
 *   say -ENODEV; snd_pcm_avail_update keeps saying what it said before, as with hw, whose state has to be watched as well.
 * - What is timed by snd_pcm_status is CLOCK_MONOTONIC, also on a stepped card.
 * With several formats of different sizes, a period outside its limits may be refused by snd_pcm_hw_params only.
 * In two processes, a player and a recorder need a cable that is longer than the player's period.
 */
export function makeFakedCard(settings: FakedCardSettings): FakedCard {
  const orders = ordersOf(settings);
  const folder = resolve(settings.folder);
  const path = join(folder, settings.name);
  mkdirSync(folder, { recursive: true });
  compileInto(folder);
  const files = new CardFiles(path, orders, settings.rates ?? [48_000], settings.formats ?? ['S32_LE']);
  const now = () => (orders.simulatedNs >= 0 ? orders.simulatedNs : Number(process.hrtime.bigint()));
  const order = (changes: Partial<Orders>) => {
    Object.assign(orders, changes);
    files.write();
  };
  const showPlugged = (isPlugged: boolean) => {
    if (isPlugged) writeFileSync(`${path}.pcm`, definitionOf(settings.name, path));
    else rmSync(`${path}.pcm`, { force: true });
    writeConfiguration(folder);
  };
  showPlugged(true);
  return {
    environment: { ALSA_CONFIG_PATH: join(folder, configuration) },
    unplug: () => {
      showPlugged(false);
      order({ isPlugged: 0, unplugs: orders.unplugs + 1 });
    },
    plugIn: () => {
      order({ isPlugged: 1 });
      showPlugged(true);
    },
    xrun: () => order({ xruns: orders.xruns + 1 }),
    setPpm: (ppm) => {
      within('ppm', ppm, -10_000, 10_000);
      const baseNs = now();
      const cardBaseNs = orders.cardBaseNs + (baseNs - orders.baseNs) * (1 + orders.ppm * 1e-6);
      order({ baseNs, cardBaseNs, ppm });
    },
    hold: () => order({ isHeld: 1 }),
    letGo: () => order({ isHeld: 0 }),
    advance: async (ms) => {
      if (orders.simulatedNs < 0) throw new Error('advance: the card is not stepped');
      order({ simulatedNs: orders.simulatedNs + ms * 1e6 });
      while (!hasSettled(files, orders.simulatedNs)) await sleep(1);
    },
    feed: (inputs) => {
      const frames = inputs[0]?.length ?? 0;
      if (inputs.length > settings.inputs) throw new Error(`feed: the card has ${settings.inputs} inputs`);
      if (frames === 0 || inputs.some(({ length }) => length !== frames))
        throw new Error('feed: samples of one length');
      files.writeFeed(interleaved(inputs, settings.inputs));
      order({ feeds: orders.feeds + 1 });
    },
    played: () => files.readPlayed(settings.playedFrames ?? 65_536),
    figures: () => ({ playback: files.readFigures('playback'), capture: files.readFigures('capture') }),
  };
}

/** Once per folder. */
function compileInto(folder: string): void {
  if (existsSync(join(folder, library))) return;
  const lacks = fakedCardLacks();
  if (lacks !== '') throw new Error(`A faked sound card is compiled when it is made: ${lacks}`);
  const output = join(folder, `${library}.new`);
  execFileSync('cc', [...compilerFlags, '-o', output, join(sources, 'card.c'), '-lasound', '-lm'], { stdio: 'pipe' });
  renameSync(output, join(folder, library));
}

function definitionOf(name: string, path: string): string {
  return `pcm.${name} { type faked files "${path}" hint { show on description "${name}, a faked sound card" rowdesk card } }\n`;
}

/** The cards of the folder that are plugged in. A new file each time: alsa-lib looks for changes by inode and second. */
function writeConfiguration(folder: string): void {
  const cards = readdirSync(folder).filter((name) => name.endsWith('.pcm'));
  const definitions = cards.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
  const file = join(folder, configuration);
  writeFileSync(`${file}.new`, `pcm_type.faked { lib "${join(folder, library)}" }\n${definitions.join('')}`);
  renameSync(`${file}.new`, file);
}

/** Whether no running stream whose program polls has anything to do at this time, and one has said so. */
function hasSettled(files: CardFiles, atNs: number): boolean {
  const running = (['playback', 'capture'] as const)
    .map((direction) => files.readFigures(direction))
    .filter(({ state }) => state === 'running');
  const polling = running.filter(({ settledNs }) => settledNs >= 0);
  return running.length === 0 || (polling.length > 0 && polling.every(({ settledNs }) => settledNs >= atNs));
}

function interleaved(inputs: readonly Float32Array[], channels: number): Float32Array {
  const length = inputs[0]?.length ?? 0;
  const frames = new Float32Array(length * channels);
  for (const [c, samples] of inputs.entries())
    for (let n = 0; n < length; n++) frames[n * channels + c] = samples[n] as number;
  return frames;
}
