// Scans that the desk begins by itself, once the driver of plugins runs: the first one, and when a folder of plugins differs from what
// the last one found there.
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Drivers, type Faults, follow, type PluginIndex, Refusal, type Time } from 'rowdesk/provider';
import { FolderWatch } from './folder-watch.ts';
import type { PluginLibrary } from './plugin-library.ts';
import type { Scanner } from './scanner.ts';

/** From a change to the look at it, and from a look to the next one while a package is being installed. */
const restMs = 15_000;
/** As far as a scan looks. */
const mostDepth = 8;

/** The folders that hosts look into; http://lv2plug.in/pages/filesystem-hierarchy-standard.html, and clap/entry.h, with those in them. */
export async function pluginFolders(
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): Promise<readonly string[]> {
  const standard = (word: string) => [join(home, `.${word}`), `/usr/local/lib/${word}`, `/usr/lib/${word}`];
  const named = (variable: string) => (env[variable] ?? '').split(':').filter((folder) => folder !== '');
  const lv2 = named('LV2_PATH');
  const clap = [...named('CLAP_PATH'), ...standard('clap')];
  const inner = await Promise.all(clap.map((folder) => withFoldersIn(folder, mostDepth)));
  return [...(lv2.length > 0 ? lv2 : standard('lv2')), ...inner.flat()];
}

async function withFoldersIn(folder: string, depth: number): Promise<readonly string[]> {
  if (depth === 0) return [folder];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  return [folder, ...(await Promise.all(folders.map((each) => withFoldersIn(each, depth - 1)))).flat()];
}

/** Times of change in ms, by path; undefined for what is not there. */
export type Times = ReadonlyMap<string, number | undefined>;

/** Of folders, and of the bundles of the last scan. */
export async function timesOf(index: PluginIndex, folders: readonly string[]): Promise<Times> {
  const bundles = [...index.plugins, ...index.refused].map(({ bundle }) => bundle);
  const paths = [...new Set([...folders, ...bundles])];
  return new Map(await Promise.all(paths.map(async (path) => [path, await timeOf(path)] as const)));
}

/** True when a folder or a bundle is newer than the index says, or a bundle has gone. */
export function hasChanged(index: PluginIndex, scannedAtMs: number, folders: readonly string[], times: Times): boolean {
  const isBundleNew = [...index.plugins, ...index.refused].some(({ bundle, bundleTimeMs }) => {
    const timeMs = times.get(bundle);
    return timeMs === undefined || Math.floor(timeMs) > Math.ceil(bundleTimeMs);
  });
  return isBundleNew || folders.some((folder) => (times.get(folder) ?? 0) > scannedAtMs);
}

const timeOf = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

export interface OwnScansNeeds {
  readonly drivers: Drivers;
  readonly faults: Faults;
  readonly library: PluginLibrary;
  readonly scanner: Scanner;
  readonly time: Pick<Time, 'after'>;
}

/** Until the returned function is called. */
export function scanByItself({ drivers, faults, library, scanner, time }: OwnScansNeeds): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let isLooking = false;
  /** Of the last scan that the desk began: what is as it was then is not scanned again, whatever its times are. */
  let scanned = '';
  /** Of the last look: a package that is being installed is scanned once it has come to rest. */
  let before: string | undefined;
  let stopWaiting: (() => void) | undefined;
  const lookLater = () => {
    if (signal.aborted) return;
    stopWaiting ??= time.after(restMs, () => {
      stopWaiting = undefined;
      mayLook();
    });
  };
  const watching = new FolderWatch(lookLater);
  const look = async () => {
    const folders = await pluginFolders();
    const times = await timesOf(library.index, folders);
    const now = JSON.stringify([...times]);
    if (!signal.aborted) watching.follow(times.keys());
    const isFirst = library.scannedAt === '';
    const isAtRest = isFirst || before === undefined || before === now;
    before = now;
    if (!isAtRest) lookLater();
    if (signal.aborted || now === scanned || !isAtRest) return;
    if (!isFirst && !hasChanged(library.index, Date.parse(library.scannedAt), folders, times)) return;
    scanned = now;
    await scanner.runByItself(signal);
    if (!signal.aborted) watching.follow((await timesOf(library.index, folders)).keys());
  };
  const mayLook = () => {
    const isHostThere = drivers.choices.some(({ kind, state }) => kind === 'plugins' && state === 'running');
    if (signal.aborted || !isHostThere) return;
    if (isLooking || scanner.progress !== null) return lookLater();
    isLooking = true;
    look()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        // Other jobs run: the next look tries again.
        if (error instanceof Refusal && error.params.reason !== 'job-failed') {
          scanned = '';
          lookLater();
        } else faults.note(error, 'a scan of plugins that the desk began');
      })
      .finally(() => {
        isLooking = false;
      });
  };
  const stop = follow(drivers)(undefined, mayLook);
  mayLook();
  return () => {
    stop();
    stopWaiting?.();
    watching.close();
    abort.abort(new DOMException('The desk ends.', 'AbortError'));
  };
}
