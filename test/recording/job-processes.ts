// Takes for exports and renders under attack, and the processes of those jobs.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sine } from '../harness/sound.ts';
import { writeWav } from '../harness/wav.ts';

export const rate = 48_000;

/** A take of two tracks, as the recorder leaves it. */
export function writeTake(state: string, takeId: string, frames: number): void {
  const folder = join(state, 'recordings/takes', takeId);
  mkdirSync(folder, { recursive: true });
  const startedAt = '2026-08-01T18:15:00.000Z';
  const tracks = [1, 2].map((number) => {
    const file = `0${number}-Mic.wav`;
    writeWav(join(folder, file), rate, [sine(400 * number, -12, rate, frames)]);
    const path = `/channel/input/${number}`;
    return { number, path, name: `Mic ${number}`, channels: 1, role: 'track', files: [file] };
  });
  const take = {
    ...{ format: 1, takeId, name: 'Show', startedAt, rate, tapPoint: 'Top-Of-Ch', fileFormat: 'wav' },
    ...{ bitDepth: 32, preRollS: 0, tracks, parts: [{ number: 1, startedAt, frames, gapFrames: 0 }] },
    ...{ markers: [{ atS: 1, label: 'Verse' }], dropouts: [], state: 'closed', complete: true, bootId: 'x' },
  };
  writeFileSync(join(folder, 'take.json'), JSON.stringify(take));
}

/** Child processes, with their children, whose command has these words. */
export function childrenOf(parent: number | undefined, words: RegExp): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, of] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return Number(of) === parent && words.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'));
      } catch {
        return false;
      }
    })
    .map(Number);
}

export const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
};
export const jobPrograms = /process\/(job|render)\.js/;
export const kill = (processId = 0) => {
  try {
    if (processId > 1) process.kill(processId, 'SIGKILL');
  } catch {
    // It was faster.
  }
};
