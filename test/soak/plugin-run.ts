// A second of noise through one plugin in a rack of its own, with a program that plays the mixer's part.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PluginSummary } from '../../core/driver/hosted-plugin.ts';
import { eventOf, lineOf, type RackEvent } from '../../hardware-drivers/lv2/js/rack-line.ts';
import { returnOf } from '../../hardware-drivers/lv2/js/slots.ts';

export interface PluginRun {
  /** '' where all is as it should be. */
  readonly fault: string;
  readonly latencyFrames: number;
  readonly instances: number;
  /** Before the plugin was heard: some prepare themselves by a worker. */
  readonly dryFrames: number;
}

export interface Programs {
  readonly rack: string;
  readonly mixer: string;
}

const rate = 48_000;
const block = 64;
const legs = 2;
const place = 'input-1-insert1';
const mostMs = 30_000;
/** Times real time, at most. */
const pace = 4;

/** The programs have ended when it resolves. */
export async function runPlugin(
  plugin: PluginSummary,
  { rack: program, mixer: mixerProgram }: Programs,
): Promise<PluginRun> {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-plugin-'));
  const [inserts, slots, state] = [join(folder, 'inserts'), join(folder, 'slots'), join(folder, 'state')];
  const [input, output] = [join(folder, 'input'), join(folder, 'output')];
  for (const each of [inserts, slots, state]) mkdirSync(each);
  writeFileSync(input, noise(legs * rate));
  const words = [inserts, place, '1', String(rate), String(block), String(legs), input, output];
  const mixer = spawn(mixerProgram, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const rack = spawn(program, ['--number', '1', '--inserts', inserts, '--slots', slots, '--state', state], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // What has ended takes no more lines; how it ended is the result.
  for (const child of [mixer, rack]) child.stdin.on('error', () => {});
  const killing = setTimeout(() => [mixer, rack].map((child) => child.kill('SIGKILL')), mostMs);
  let run = { fault: '', latencyFrames: 0, instances: 0, dryFrames: 0 };
  const ends = [once(mixer, 'exit'), once(rack, 'exit')];
  ends[1]?.then(() => mixer.kill());
  const events = follow(rack, (event) => {
    const { fault } = faultOf(event);
    if (fault !== '' && run.fault === '') run = { ...run, fault };
    if (event.event === 'refused') rack.kill();
    if (event.event !== 'done' || event.id !== 2) return;
    run = { ...run, latencyFrames: event.latencyFrames ?? 0, instances: event.instances ?? 0 };
    mixer.stdin.write(`pace ${pace}\nstart\n`);
  });
  const played = follow(mixer, (_, line) => {
    if (line === 'ready') {
      // The rack opens its own returns alone, by another name of the file.
      linkSync(realpathSync(join(inserts, returnOf(place))), join(slots, place));
      rack.stdin.write(lineOf(['load', 1, place, plugin.format, plugin.uri, plugin.bundle, '-']));
      rack.stdin.write(lineOf(['commit', 2, place, 'direct']));
    } else if (line.startsWith('end')) rack.stdin.write(lineOf(['stop']));
  });
  await Promise.all([...ends, events, played]);
  clearTimeout(killing);
  if (run.fault === '') run = { ...run, ...soundOf(output) };
  rmSync(folder, { recursive: true });
  return run;
}

function faultOf(event: RackEvent): { readonly fault: string } {
  if (event.event === 'refused') return { fault: event.reason };
  return { fault: event.event === 'fault' ? `${event.kind}: ${event.detail}` : '' };
}

/** The mixer writes what came back, with NaN for what did not. */
function soundOf(file: string): Pick<PluginRun, 'fault' | 'dryFrames'> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return { fault: 'the rack ended, or hung for 30 s', dryFrames: 0 };
  }
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const dryFrames = samples.findIndex(Number.isFinite);
  const left = samples.subarray(0, rate);
  const missing = left.subarray(dryFrames).filter((sample) => !Number.isFinite(sample)).length;
  if (dryFrames < 0 || dryFrames > rate / 2) return { fault: 'it was not heard within half a second', dryFrames: rate };
  return { fault: missing === 0 ? '' : `${missing} frames of ${rate} did not come back`, dryFrames };
}

/** Resolves at the end of its lines. Events of a program that has none of them are the line alone. */
async function follow(child: ChildProcess, take: (event: RackEvent, line: string) => void): Promise<void> {
  const nothing: RackEvent = { event: 'state-changed', place: '' };
  if (child.stdout)
    for await (const line of createInterface({ input: child.stdout })) take(eventOf(line) ?? nothing, line);
}

/** White, -20 dBFS, the same each time. */
function noise(samples: number): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: samples }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return 0.1 * (seed / 2 ** 31 - 1);
  });
}
