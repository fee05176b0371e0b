// The job `scan`: which plugins the machine has. Bundles that did not change since the last scan are neither read nor tried.
import type { DriverJob, PluginDescription, RefusedBundle } from 'rowdesk/driver';
import { isBelieved } from '../believed.ts';
import { type Alarm, realAlarm } from './alarm.ts';
import { ScanCache } from './cache.ts';
import { clapFilesIn, clapFolders } from './clap-folders.ts';
import { describePlugin } from './describe.ts';
import { describeClap } from './describe-clap.ts';
import { type BundleOnDisk, bundlesIn, lv2Folders } from './folders.ts';
import { shortened } from './names.ts';
import { PluginFiles } from './plugin-files.ts';
import { type ProbeResult, probe } from './probe.ts';
import { type BundleRead, readBundles } from './read-bundles.ts';
import { builtTools, stampOf, type Tools } from './tools.ts';

export interface ScanOptions {
  /** That of the files; it is made. */
  readonly folder: string;
  /** Those that have bundles of LV2. */
  readonly bundleFolders: readonly string[];
  /** Those that have files of CLAP. */
  readonly clapFolders: readonly string[];
  readonly tools: Tools;
  /** What is read and tried although it did not change. */
  readonly again?: TriedAgain | undefined;
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
  progress(done: number, total: number, phase: string): void;
}

export interface TriedAgain {
  readonly bundle: string;
  /** '' for all plugins of the bundle. */
  readonly uri: string;
}

/** Counts of plugins, and of bundles that were refused. */
export type ScanReport = Readonly<
  Record<'plugins' | 'supported' | 'added' | 'changed' | 'removed' | 'refused', number>
>;

interface Found {
  readonly facts: BundleRead['plugins'][number];
  readonly origin: BundleOnDisk;
}

const probesAtOnce = 2;
const mostOfUri = 256;
/** Of those that took too long. */
const triedAgain = 'The next scan tries it again.';

export const scanJob: DriverJob = ({ folder, again }, { progress }) => {
  const abort = new AbortController();
  // What is killed otherwise is ended by the kernel with this process (PR_SET_PDEATHSIG).
  process.once('SIGTERM', () => abort.abort(new Error('the scan was cancelled')));
  return scan({
    folder: String(folder),
    bundleFolders: lv2Folders(process.env, process.arch),
    clapFolders: clapFolders(process.env),
    tools: builtTools(),
    again: again as TriedAgain | undefined,
    alarm: realAlarm,
    signal: abort.signal,
    progress,
  });
};

export async function scan(options: ScanOptions): Promise<ScanReport> {
  const { again } = options;
  const cache = new ScanCache(options.folder, stampOf(options.tools));
  if (again !== undefined) cache.forget(again);
  const bundles = [...bundlesIn(options.bundleFolders), ...clapFilesIn(options.clapFolders)];
  const reads = await readAll(bundles, cache, options);
  const { found, refused } = pluginsIn(reads);
  const presets = reads.flatMap(({ read }) => read.presets);
  const files = new PluginFiles(options.folder);
  const described = found.map(({ facts, origin }) => {
    const own = presets.filter(({ plugins }) => plugins.includes(facts.uri));
    const id = files.idOf(facts.uri, facts.name);
    const from = { id, bundle: origin.path, bundleTimeMs: origin.timeMs };
    return {
      origin,
      description: facts.type === 'clap' ? describeClap(facts, from) : describePlugin(facts, own, from),
    };
  });
  const results = await probeAll(described, cache, options);
  const descriptions = described.map(({ description }, n) => withProbe(description, results[n]));
  const changes = files.write(descriptions, refused);
  cache.forgetOthers(
    bundles,
    found.map(({ facts, origin }) => ({ uri: facts.uri, origin })),
  );
  const supported = descriptions.filter((each) => each.supported).length;
  return { plugins: descriptions.length, supported, ...changes, refused: refused.length };
}

async function readAll(
  bundles: readonly BundleOnDisk[],
  cache: ScanCache,
  { tools, alarm, signal, progress }: ScanOptions,
): Promise<{ origin: BundleOnDisk; read: BundleRead }[]> {
  const reads = new Map<string, BundleRead>();
  for (const bundle of bundles) {
    const kept = faultOf(bundle) ?? cache.bundle(bundle);
    if (kept !== undefined) reads.set(bundle.path, kept);
  }
  const byPath = new Map(bundles.map((bundle) => [bundle.path, bundle]));
  const unread = [...byPath.keys()].filter((path) => !reads.has(path));
  let done = 0;
  progress(done, unread.length, 'read');
  const keep = (read: BundleRead) => {
    reads.set(read.bundle, read);
    // The next scan reads it again.
    if (!read.isLate) cache.keepBundle(byPath.get(read.bundle) as BundleOnDisk, read);
    progress(++done, unread.length, 'read');
  };
  for (const format of ['lv2', 'clap'] as const) {
    const paths = unread.filter((path) => byPath.get(path)?.format === format);
    await readBundles(paths, { program: tools.scan, format, alarm, signal, done: keep });
  }
  return [...byPath.values()].map((origin) => ({ origin, read: reads.get(origin.path) as BundleRead }));
}

const faultOf = ({ path, fault }: BundleOnDisk): BundleRead | undefined =>
  fault === '' ? undefined : { bundle: path, plugins: [], presets: [], refused: fault };

/** Of plugins that stand in several bundles, the first one. */
function pluginsIn(reads: readonly { origin: BundleOnDisk; read: BundleRead }[]): {
  found: Found[];
  refused: RefusedBundle[];
} {
  const found = new Map<string, Found>();
  const refused: RefusedBundle[] = [];
  for (const { origin, read } of reads) {
    const refuse = (reason: string) =>
      refused.push({ bundle: origin.path, bundleTimeMs: origin.timeMs, reason: shortened(reason, 512) });
    if (read.refused !== '') refuse(read.isLate ? `${read.refused} ${triedAgain}` : read.refused);
    const named = read.plugins.filter(({ uri }) => uri !== '' && uri.length <= mostOfUri);
    if (named.length < read.plugins.length) refuse(`It has plugins whose URI is longer than ${mostOfUri} characters.`);
    for (const facts of named) if (!found.has(facts.uri)) found.set(facts.uri, { facts, origin });
  }
  return { found: [...found.values()], refused };
}

/** Undefined for those that are not supported anyway. */
async function probeAll(
  described: readonly { description: PluginDescription; origin: BundleOnDisk }[],
  cache: ScanCache,
  { tools, alarm, signal, progress }: ScanOptions,
): Promise<(ProbeResult | undefined)[]> {
  const results = described.map(({ description: { supported, uri }, origin }) =>
    supported ? cache.probe(uri, origin) : undefined,
  );
  const waiting = described.flatMap(({ description }, n) => (description.supported && !results[n] ? [n] : []));
  const total = waiting.length;
  let done = 0;
  progress(done, total, 'probe');
  const late: number[] = [];
  const one = async (n: number, isLast: boolean) => {
    const { description, origin } = described[n] as (typeof described)[number];
    const result = await probe(description, { program: tools.rack, alarm, signal });
    const isLate = !result.ok && result.isLate === true;
    if (!isLate) cache.keepProbe(description.uri, origin, result);
    results[n] = isLate ? { ...result, reason: `${result.reason} ${triedAgain}` } : result;
    if (isLate && !isLast) late.push(n);
    else progress(++done, total, 'probe');
  };
  const worker = async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await one(n, false);
  };
  await Promise.all(Array.from({ length: probesAtOnce }, worker));
  if (late.length > 0) await alarm.quieter(signal);
  // Each by itself.
  for (const n of late) await one(n, true);
  return results;
}

function withProbe(description: PluginDescription, result: ProbeResult | undefined): PluginDescription {
  if (result === undefined) return description;
  if (result.ok) {
    const measured = isBelieved(description) ? undefined : result.measuredFrames;
    return { ...description, latencyFrames: measured ?? result.latencyFrames };
  }
  return { ...description, supported: false, reason: shortened(result.reason, 512) || 'Its probe failed.' };
}
