// What the folders of plugins look like from outside: names, sizes and times of all that is in them. What looks as it did was scanned;
// what looks different the scan reads, and tells by its content.
import { createHash, type Hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface FolderLook {
  /** Those to be watched: all that are there and in them, and those that are not there yet. */
  readonly folders: readonly string[];
  /** The same for what did not change. */
  readonly stamp: string;
}

/** As far as a scan looks. */
const mostDepth = 8;
/** Names of all folders together. */
const mostEntries = 65_536;

/** The folders that hosts look into; http://lv2plug.in/pages/filesystem-hierarchy-standard.html, and clap/entry.h. */
export async function pluginFolders(
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): Promise<readonly string[]> {
  const standard = (word: string) => [join(home, `.${word}`), `/usr/local/lib/${word}`, `/usr/lib/${word}`];
  const named = (variable: string) => (env[variable] ?? '').split(':').filter((folder) => folder !== '');
  const lv2 = named('LV2_PATH');
  const libraries = (await namesIn('/usr/lib')).filter((name) => /^\w+-linux-gnu\w*$/.test(name));
  const usual = [...standard('lv2'), ...libraries.map((name) => `/usr/lib/${name}/lv2`)];
  return [...(lv2.length > 0 ? lv2 : usual), ...named('CLAP_PATH'), ...standard('clap')];
}

export async function lookAtFolders(roots?: readonly string[]): Promise<FolderLook> {
  const look = new Look();
  for (const root of roots ?? (await pluginFolders())) {
    look.folders.add(root);
    await look.take(root, 0);
  }
  return { folders: [...look.folders], stamp: look.hash.digest('hex') };
}

class Look {
  readonly hash: Hash = createHash('sha1');
  readonly folders = new Set<string>();
  readonly #known = new Set<string>();
  #entries = 0;

  /** One after the other: requests are answered meanwhile. */
  async take(path: string, depth: number): Promise<void> {
    const stats = await statsOf(path);
    this.hash.update(`${path}\0${stats === undefined ? '' : timesOf(stats)}\n`);
    if (stats?.isDirectory() !== true || depth > mostDepth) return;
    // A link may lead round.
    const own = `${stats.dev} ${stats.ino}`;
    if (this.#known.has(own)) return;
    this.#known.add(own);
    this.folders.add(path);
    for (const name of await namesIn(path)) {
      if (this.#entries++ >= mostEntries) return;
      await this.take(join(path, name), depth + 1);
    }
  }
}

const timesOf = ({ ino, size, mtimeMs, ctimeMs }: Stats) => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

const namesIn = async (folder: string): Promise<readonly string[]> => (await readdir(folder).catch(() => [])).sort();

/** Undefined for what is not there, and for a link that leads nowhere. */
const statsOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);
