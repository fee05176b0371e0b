// `npm run plugins:table`: what becomes of the plugins of this machine, package by package, as a table for docs/plugin-scans.md. The
// judge of which LV2 plugins there are is lv2ls. `-- --write` puts the table into that page. LV2_PATH and CLAP_PATH name other folders,
// those of packages that were unpacked and not installed, for example.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginIndex, PluginSummary } from '../../core/driver/hosted-plugin.ts';
import type { ControlDriver } from '../../core/driver.ts';
import { root } from '../harness/service.ts';
import { runPlugin } from '../soak/plugin-run.ts';
import { type Outcome, tableOf, withTable } from './table-text.ts';

const lv2 = join(root, 'hardware-drivers/lv2');
const page = join(root, 'docs/plugin-scans.md');
const atOnce = 2;

/** Of bundles that are unpacked and not installed. */
const unpacked: readonly (readonly [RegExp, string])[] = [
  [/^lsp-plugins\.lv2$/, 'lsp-plugins-lv2'],
  [/^calf\.lv2$/, 'calf-plugins'],
  [/^Dragonfly.*\.lv2$/, 'dragonfly-reverb-lv2'],
  [/^mda\.lv2$/, 'mda-lv2'],
  [/-swh\.lv2$/, 'swh-lv2'],
];

/** By bundle. */
function packagesOf(bundles: readonly string[]): ReadonlyMap<string, string> {
  // It fails for those that are not installed, and says the others.
  const { stdout } = spawnSync('dpkg', ['-S', ...bundles], { encoding: 'utf8', maxBuffer: 1 << 24 });
  const installed = new Map(
    (stdout ?? '').split('\n').map((line) => [line.slice(line.indexOf(': ') + 2), line.split(/[:,]/)[0] as string]),
  );
  const nameOf = (bundle: string) =>
    installed.get(bundle) ?? unpacked.find(([pattern]) => pattern.test(basename(bundle)))?.[1] ?? 'others';
  return new Map(bundles.map((bundle) => [bundle, nameOf(bundle)]));
}

async function scanned(folder: string): Promise<PluginIndex> {
  const { default: driver } = await import(pathToFileURL(join(lv2, 'dist/index.js')).href);
  const progress = (done: number, total: number, phase: string) => say(`${phase} ${done}/${total}`);
  await (driver as ControlDriver).jobs?.scan?.({ folder }, { progress, rest() {} });
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
}

/** '' for each that ran for a second without a fault. */
async function faultsOf(plugins: readonly PluginSummary[], mixer: string): Promise<ReadonlyMap<string, string>> {
  const faults = new Map<string, string>();
  const waiting = plugins.filter(({ supported }) => supported);
  const worker = async () => {
    for (let plugin = waiting.shift(); plugin; plugin = waiting.shift()) {
      const { fault } = await runPlugin(plugin, { rack: join(lv2, 'build/Release/lv2-rack'), mixer });
      faults.set(plugin.uri, fault);
      say(`run, ${waiting.length} left`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return faults;
}

const say = (words: string) => void (process.stderr.isTTY && process.stderr.write(`\r${words.padEnd(24)}`));

const folder = mkdtempSync(join(tmpdir(), 'rowdesk-table-'));
try {
  const listed = execFileSync('lv2ls', { encoding: 'utf8', maxBuffer: 1 << 24 })
    .split('\n')
    .filter(Boolean);
  const { plugins, refused } = await scanned(folder);
  const mixer = join(folder, 'slot-mixer');
  const flags = ['-std=c++20', '-O2', `-I${join(root, 'hardware-drivers/include')}`];
  execFileSync('g++', [...flags, join(lv2, 'test/slot_mixer.cc'), '-o', mixer]);
  const faults = await faultsOf(plugins, mixer);
  const packages = packagesOf([...new Set(plugins.map(({ bundle }) => bundle))]);
  const outcomes = plugins.map(({ uri, format, bundle, supported, reason }): Outcome => {
    return { uri, format, package: packages.get(bundle) ?? 'others', supported, reason, fault: faults.get(uri) ?? '' };
  });
  const text = tableOf(listed, outcomes);
  for (const { bundle, reason } of refused) console.error(`refused: ${basename(bundle)}: ${reason}`);
  process.stdout.write(text);
  if (process.argv.includes('--write')) writeFileSync(page, withTable(readFileSync(page, 'utf8'), text));
} finally {
  rmSync(folder, { recursive: true });
}
