// The job `scan`: which plugins the machine has. Bundles that did not change since the last scan are neither read nor tried.
import type { DriverJob, PluginDescription, RefusedBundle } from 'rowdesk/driver';
import { isBelieved } from '../believed.ts';
import { type Alarm, realAlarm } from './alarm.ts';
import { inOrderOfUse } from './bundle-order.ts';
import { ScanCache } from './cache.ts';
import { clapFilesIn, clapFolders } from './clap-folders.ts';
import { describePlugin } from './describe.ts';
import { describeClap } from './describe-clap.ts';
import { type BundleOnDisk, bundlesIn, lv2Folders } from './folders.ts';
import { shortened } from './names.ts';
import { PassingPlugins } from './passing-plugins.ts';
import { PluginFiles } from './plugin-files.ts';
import type { ProbeResult } from './probe.ts';
import { type Described, Probes, triedAgain } from './probes.ts';
import type { BundleRead } from './read-bundles.ts';
import { Reading } from './reading.ts';
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
  /** The first plugins can be chosen: from now on nothing is urgent. May be called often. */
  rest(): void;
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

/** Read and tried before the others are read, so that the first plugins can be chosen. */
const firstBundles = 8;
const probesAtOnce = 2;
const mostOfUri = 256;

export const scanJob: DriverJob = ({ folder, again }, { progress, rest }) => {
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
    rest,
  });
};

export async function scan(options: ScanOptions): Promise<ScanReport> {
  const { again, folder, tools, alarm, signal } = options;
  const cache = new ScanCache(folder, stampOf(tools));
  if (again !== undefined) cache.forget(again);
  const bundles = [...bundlesIn(options.bundleFolders), ...clapFilesIn(options.clapFolders)];
  const reading = new Reading(bundles, cache, options);
  const files = new PluginFiles(folder);
  const passing = new PassingPlugins(folder, alarm);
  const passed = ({ description }: Described, result: ProbeResult) => {
    if (passing.pass(withProbe(description, result))) options.rest();
  };
  const probes = new Probes({ cache, program: tools.rack, alarm, signal, passed, progress: options.progress });
  if (reading.unread.length > 0) {
    await reading.read(firstBundles);
    await probes.run(inOrder(describedIn(reading, files).described), 1);
    passing.write();
  }
  options.rest();
  await reading.read();
  const { described, refused } = describedIn(reading, files);
  await probes.run(inOrder(described), probesAtOnce);
  await probes.runLate();
  const descriptions = described.map((each) => withProbe(each.description, probes.resultOf(each)));
  const changes = files.write(descriptions, refused);
  passing.end();
  cache.forgetOthers(
    bundles,
    described.map(({ description: { uri }, origin }) => ({ uri, origin })),
  );
  const supported = descriptions.filter((each) => each.supported).length;
  return { plugins: descriptions.length, supported, ...changes, refused: refused.length };
}

function inOrder(described: readonly Described[]): readonly Described[] {
  const places = new Map(inOrderOfUse(described.map(({ origin }) => origin)).map((origin, place) => [origin, place]));
  return [...described].sort((a, b) => (places.get(a.origin) ?? 0) - (places.get(b.origin) ?? 0));
}

/** What was read until now. */
function describedIn(
  reading: Reading,
  files: PluginFiles,
): { described: readonly Described[]; refused: readonly RefusedBundle[] } {
  const reads = reading.reads;
  const { found, refused } = pluginsIn(reads);
  const presets = reads.flatMap(({ read }) => read.presets);
  const described = found.map(({ facts, origin }) => {
    const own = presets.filter(({ plugins }) => plugins.includes(facts.uri));
    const id = files.idOf(facts.uri, facts.name);
    const from = { id, bundle: origin.path, bundleTimeMs: origin.timeMs };
    return {
      origin,
      description: facts.type === 'clap' ? describeClap(facts, from) : describePlugin(facts, own, from),
    };
  });
  return { described, refused };
}

interface Found {
  readonly facts: BundleRead['plugins'][number];
  readonly origin: BundleOnDisk;
}

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

function withProbe(description: PluginDescription, result: ProbeResult | undefined): PluginDescription {
  if (result === undefined) return description;
  if (result.ok) {
    const measured = isBelieved(description) ? undefined : result.measuredFrames;
    return { ...description, latencyFrames: measured ?? result.latencyFrames };
  }
  return { ...description, supported: false, reason: shortened(result.reason, 512) || 'Its probe failed.' };
}
