// All plugins of the machine: scanned, probed, and each run for a second in a rack.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginIndex, PluginSummary } from '../../core/driver/hosted-plugin.ts';
import type { ControlDriver } from '../../core/driver.ts';
import { realAlarm } from '../../hardware-drivers/lv2/js/scan/alarm.ts';
import { probe } from '../../hardware-drivers/lv2/js/scan/probe.ts';
import { root } from '../harness/service.ts';
import { type PluginRun, runPlugin } from './plugin-run.ts';

const atOnce = 2;
const slowest = 10;
const lv2 = join(root, 'hardware-drivers/lv2');

interface Tried extends PluginRun {
  /** Processor time for a block of 64 frames at 48 kHz. */
  readonly blockUs: number;
}

/** Prints tables: what failed and why, latencies. Returns whether all that passed their probe ran without a fault. */
export async function soakPlugins(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-soak-'));
  try {
    const index = await scanned(folder);
    const mixer = join(folder, 'slot-mixer');
    const flags = ['-std=c++20', '-O2', `-I${join(root, 'hardware-drivers/include')}`];
    execFileSync('g++', [...flags, join(lv2, 'test/slot_mixer.cc'), '-o', mixer]);
    const runs = await runAll(index.plugins, { rack: join(lv2, 'build/Release/lv2-rack'), mixer });
    return printed(index, runs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function scanned(folder: string): Promise<PluginIndex> {
  const { default: driver } = await import(pathToFileURL(join(lv2, 'dist/index.js')).href);
  const began = performance.now();
  const progress = (done: number, total: number, phase: string) => say(`${phase} ${done}/${total}`);
  const report = await (driver as ControlDriver).jobs?.scan?.({ folder }, { progress, rest() {} });
  if (report === undefined) throw new Error('the driver lv2 has no job scan');
  const tookS = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\r${report.plugins} plugins scanned and probed in ${tookS} s: ${report.supported} are supported`);
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
}

async function runAll(
  plugins: readonly PluginSummary[],
  programs: Parameters<typeof runPlugin>[1],
): Promise<Map<PluginSummary, Tried>> {
  const supported = plugins.filter((plugin) => plugin.supported);
  const waiting = [...supported];
  const { signal } = new AbortController();
  const runs = new Map<PluginSummary, Tried>();
  const worker = async () => {
    for (let plugin = waiting.shift(); plugin; plugin = waiting.shift()) {
      const run = await runPlugin(plugin, programs);
      const again = await probe(plugin, { program: programs.rack, alarm: realAlarm, signal });
      runs.set(plugin, { ...run, blockUs: again.ok ? again.meanUs : Number.NaN });
      say(`run ${runs.size}/${supported.length}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return runs;
}

function printed({ plugins, refused }: PluginIndex, runs: ReadonlyMap<PluginSummary, Tried>): boolean {
  const lines = (title: string, rows: readonly (readonly [string, string])[]) => {
    console.log(`\n${title}: ${rows.length}`);
    for (const [name, words] of rows) console.log(`  ${name.padEnd(48)} ${words}`);
  };
  const faulty = [...runs].filter(([, { fault }]) => fault !== '');
  lines(
    'Bundles that can not be read',
    refused.map(({ bundle, reason }) => [basename(bundle), reason]),
  );
  lines(
    'Plugins that are not supported',
    plugins.filter(({ supported }) => !supported).map(({ name, reason }) => [name, reason]),
  );
  lines(
    'Plugins that failed in a rack',
    faulty.map(([{ name }, { fault }]) => [name, fault]),
  );
  lines(
    'Plugins with latency',
    [...runs]
      .filter(([, run]) => run.latencyFrames > 0)
      .map(([{ name }, run]) => [name, `${run.latencyFrames} frames`]),
  );
  lines(
    'Plugins that were heard later than at once',
    [...runs].filter(([, run]) => run.dryFrames > 0).map(([{ name }, run]) => [name, `after ${run.dryFrames} frames`]),
  );
  const byTime = [...runs].sort(([, a], [, b]) => b.blockUs - a.blockUs);
  lines(
    'The longest times for a block of 64 frames',
    byTime.slice(0, slowest).map(([{ name }, run]) => [name, `${run.blockUs.toFixed(0)} us`]),
  );
  console.log(`\nMedian for a block: ${byTime[byTime.length >> 1]?.[1].blockUs.toFixed(1)} us`);
  console.log(`${runs.size - faulty.length} of ${runs.size} ran for a second without a fault`);
  return faulty.length === 0;
}

const say = (words: string) => void (process.stderr.isTTY && process.stderr.write(`\r${words.padEnd(20)}`));
