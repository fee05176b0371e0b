// A running desk with recorder and soundcheck, and takes for it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { running, write } from '../harness/desk.ts';
import { outliving, quietConfig, type Service, startService } from '../harness/service.ts';
import { writeWav } from '../harness/wav.ts';

export const rate = 48_000;

const config = {
  ...outliving,
  providers: [...quietConfig.providers, 'takes', 'record', 'vsc'],
  drivers: [...quietConfig.drivers, 'recorder'],
};

/** `state`: of a desk that was killed. */
export async function startDesk(state?: string): Promise<Service> {
  const service = await startService({ config, ...(state === undefined ? {} : { state }) });
  if (state === undefined) await running(service);
  return service;
}

/** Writes a closed take of one part: 32-bit float, a mono track for each strip (`/channel/input/1`). */
export function writeTake(service: Service, takeId: string, tracks: Readonly<Record<string, Float64Array>>): void {
  const folder = join(service.state, 'recordings', 'takes', takeId);
  mkdirSync(folder, { recursive: true });
  const startedAt = '2026-08-01T18:15:00.000Z';
  const files = Object.entries(tracks).map(([path, samples], place) => {
    const name = `0${place + 1}.wav`;
    writeWav(join(folder, name), rate, [samples]);
    return { number: place + 1, path, name: '', channels: 1, role: 'track', files: [name] };
  });
  const frames = Math.max(...Object.values(tracks).map(({ length }) => length));
  const take = {
    ...{ format: 1, takeId, name: takeId, startedAt, rate, tapPoint: 'Top-Of-Ch', fileFormat: 'wav', bitDepth: 32 },
    ...{ preRollS: 0, tracks: files, parts: [{ number: 1, startedAt, frames, gapFrames: 0 }] },
    ...{ markers: [], dropouts: [], state: 'closed', complete: true },
  };
  writeFileSync(join(folder, 'take.json'), JSON.stringify(take));
}

/** Engages the take and waits until the player has it. */
export async function engage(service: Service, takeId: string, more: object = {}): Promise<void> {
  await service.until('/takes', ({ takes }) => takes.some(({ id }: { id: string }) => id === takeId));
  await write(service, '/vsc', { takeId, engaged: true, ...more });
  await service.until('/vsc', ({ loaded, fault }) => loaded && fault === '');
}

/** Ends the process of this name (`driver-recorder`, `audio`) of a desk by SIGKILL. */
export function killProcess({ state }: Service, name: string): void {
  const found = readdirSync('/proc').find((pid) => {
    const words = /^\d+$/.test(pid) ? commandOf(pid) : [];
    return words.includes(state) && words[words.indexOf('--name') + 1] === name;
  });
  if (found === undefined) throw new Error(`there is no process ${name}`);
  process.kill(Number(found), 'SIGKILL');
}

function commandOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
