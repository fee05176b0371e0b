// A sound card with a cable from its outputs to its inputs, for tests (loop_card.c), compiled once per test file.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the cable between an output and the input of its number adds, in frames. */
export const cableFrames = 2048;
/** What is missing, '' where a card can be made. */
export const cardLacks = existsSync('/usr/include/alsa/pcm_external.h') ? hasCompiler() : 'libasound2-dev';

const source = fileURLToPath(new URL('./loop_card.c', import.meta.url));

/** Puts a card named `card` into the folder. Resolves to what a process needs in its environment to find it. */
export function makeLoopCard(folder: string, channels: number): Readonly<Record<string, string>> {
  const library = join(folder, 'loop_card.so');
  const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-DPIC'];
  execFileSync('gcc', [...flags, '-o', library, source, '-lasound'], { stdio: 'pipe' });
  const file = join(folder, 'asound.conf');
  writeFileSync(file, `pcm_type.loop { lib "${library}" }\npcm.card { type loop channels ${channels} }\n`);
  return { ALSA_CONFIG_PATH: file };
}

function hasCompiler(): string {
  return spawnSync('gcc', ['--version']).status === 0 ? '' : 'gcc';
}
