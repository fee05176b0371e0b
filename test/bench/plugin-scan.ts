// What a first scan costs: processor time beside lv2info over the same bundles and the probes by themselves, and when the first plugin of
// a desk's first start can be chosen.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginIndex, PluginSummary } from '../../core/driver/hosted-plugin.ts';
import { quietConfig } from '../harness/service.ts';
import { judges, whyNot, x42 } from '../plugins/what-lacks.ts';
import type { Checkout } from './checkout.ts';
import { type Figure, held, rounded, shown } from './report.ts';

const installed = '/usr/lib/lv2';
/** Where scans look for CLAP as well: nowhere. */
const home = '/nonexistent';

export async function pluginScan(of: Checkout): Promise<Figure[]> {
  const lacks = whyNot(...judges, x42);
  if (lacks !== '') return [shown('scan of plugins', 'not measured', lacks)];
  const work = mkdtempSync(join(tmpdir(), 'rowdesk-bench-scan-'));
  try {
    return [await firstChoice(of), ...scanCost(of, work)];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function scanCost({ root }: Checkout, work: string): Figure[] {
  const folder = join(work, 'plugins');
  mkdirSync(folder);
  const driver = join(root, 'hardware-drivers/lv2');
  const module = pathToFileURL(join(driver, 'dist/index.js')).href;
  // The job itself, at the priority of the others here: one that rests would wait for a busy machine.
  const job = `import(${JSON.stringify(module)}).then(({ default: { jobs } }) =>
    jobs.scan({ folder: ${JSON.stringify(folder)} }, { progress() {}, rest() {} }))`;
  const scan = () => {
    const env = { ...process.env, LV2_PATH: installed, CLAP_PATH: '', HOME: home };
    return processorS(() => {
      const { status, stderr } = spawnSync(process.execPath, ['-e', job], { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`the scan failed: ${stderr}`);
    });
  };
  const first = scan();
  const { plugins, refused }: PluginIndex = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  const second = scan();
  const own = plugins.filter(({ format }) => format === 'lv2');
  const infoS = lv2infoS(own, work);
  const probesS = processorS(() => {
    for (const { format, uri, bundle } of own.filter(isProbed))
      spawnSync(join(driver, 'build/Release/lv2-rack'), ['--probe', format, uri, bundle], { stdio: 'ignore' });
  });
  const ratio = first / (infoS + probesS);
  const how = `${own.length} plugins of ${installed}; scan ${rounded(first)} s, lv2info of each with its bundle alone ${rounded(infoS)} s, probes by themselves ${rounded(probesS)} s; load ${rounded(loadavg()[0] as number)}`;
  const late = [...plugins, ...refused].filter(({ reason }) => reason.endsWith('The next scan tries it again.')).length;
  return [
    held('plugins and bundles that a first scan refuses for their time', late, { most: 0 }, '', how),
    held('first scan, processor time of lv2info and probes', ratio, { most: 1.3 }, ' times', how),
    held(
      'scan where nothing changed, processor time',
      second,
      { most: first / 10 },
      ' s',
      'contents are read, nothing is tried',
    ),
  ];
}

/** Those that the scan tried: what is not supported by its ports alone it did not. */
const isProbed = ({ supported, reason }: PluginSummary) => supported || !/^It has /.test(reason);

/** With a path of its bundle and those of the standard alone. */
function lv2infoS(plugins: readonly PluginSummary[], work: string): number {
  const standard = readdirSync(installed).filter((name) => !plugins.some(({ bundle }) => basename(bundle) === name));
  const paths = new Map<string, string>();
  for (const { bundle } of plugins) {
    if (paths.has(bundle)) continue;
    const path = join(work, `lv2-${paths.size}`);
    mkdirSync(path);
    for (const name of [...standard, basename(bundle)]) symlinkSync(join(dirname(bundle), name), join(path, name));
    paths.set(bundle, path);
  }
  return processorS(() => {
    for (const { uri, bundle } of plugins)
      spawnSync('lv2info', [uri], { env: { ...process.env, LV2_PATH: paths.get(bundle) }, stdio: 'ignore' });
  });
}

/** Processor time of the processes that `run` starts and awaits, with all that these awaited: proc(5), cutime and cstime. */
function processorS(run: () => void): number {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const awaited = () => {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15);
    return Number(user) + Number(system);
  };
  const before = awaited();
  run();
  return (awaited() - before) / ticks;
}

/** From the desk's first answer on a state folder that is new. */
async function firstChoice(of: Checkout): Promise<Figure> {
  const config = { providers: [...quietConfig.providers, 'plugins'], drivers: [...quietConfig.drivers, 'lv2'] };
  const service = await of.start({ config, env: { LV2_PATH: installed } });
  const begun = performance.now();
  const { supported } = await service.until('/plugins', (row) => row.supported > 0);
  const seconds = (performance.now() - begun) / 1000;
  await service.stop();
  const how = `${supported} by then; load ${rounded(loadavg()[0] as number)}`;
  return held('first plugin that can be chosen after a first start', seconds, { most: 10 }, ' s', how);
}
