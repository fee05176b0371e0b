// A scan at the start of the desk, when a folder of plugins differs from what the last scan found there. The first scan is
// asked for by hand: it runs code of others.
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Faults, PluginIndex } from 'rowdesk/provider';
import type { PluginLibrary } from './plugin-library.ts';
import type { Scanner } from './scanner.ts';

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

/** True when a folder or a bundle is newer than the index says, or a bundle has gone. Reads times of change only. */
export async function hasChanged(
  index: PluginIndex,
  scannedAtMs: number,
  folders: readonly string[],
): Promise<boolean> {
  for (const { bundle, bundleTimeMs } of [...index.plugins, ...index.refused]) {
    const timeMs = await timeOf(bundle);
    if (timeMs === undefined || Math.floor(timeMs) > Math.ceil(bundleTimeMs)) return true;
  }
  for (const folder of folders) {
    if (((await timeOf(folder)) ?? 0) > scannedAtMs) return true;
  }
  return false;
}

const timeOf = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** Runs until the returned function is called. */
export function scanIfChanged(library: PluginLibrary, scanner: Scanner, faults: Faults): () => void {
  if (library.scannedAt === '') return () => {};
  const abort = new AbortController();
  const { signal } = abort;
  const look = async () => {
    const folders = await pluginFolders();
    if (!(await hasChanged(library.index, Date.parse(library.scannedAt), folders)) || signal.aborted) return;
    await scanner.run({ signal, progress: () => {} });
  };
  look().catch((error: unknown) => {
    if (!signal.aborted) faults.note(error, 'the scan of plugins at the start');
  });
  return () => abort.abort(new DOMException('The desk ends.', 'AbortError'));
}
