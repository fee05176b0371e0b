// What earlier scans read and tried: `bundles/<hash>.json` for each bundle, and `probes.jsonl` with a line for each probe,
// which is there as soon as the probe has ended. Both count for as long as the content is the same, whatever times its files have; a
// plugin that passed has passed in any folder.
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleOnDisk } from './folders.ts';
import { appendLine, readJson, readJsonLines, writeText } from './kept-files.ts';
import type { ProbeResult } from './probe.ts';
import type { BundleRead } from './read-bundles.ts';

interface KeptProbe {
  readonly key: string;
  readonly result: ProbeResult;
  /** Where it was tried: the reason of one that failed may name it. */
  readonly path: string;
}

export class ScanCache {
  readonly #folder: string;
  readonly #tools: string;
  readonly #probesFile: string;
  readonly #probes: Map<string, KeptProbe>;
  readonly #forgotten: { readonly bundle: string; readonly uri: string }[] = [];

  /** `tools`: what is kept of others is not used. */
  constructor(folder: string, tools: string) {
    this.#folder = join(folder, 'bundles');
    this.#tools = tools;
    this.#probesFile = join(folder, 'probes.jsonl');
    this.#probes = new Map((readJsonLines(this.#probesFile) as KeptProbe[]).map((kept) => [kept.key, kept]));
  }

  /** Of the bundle, or of one of its plugins, nothing that is kept is used until it is kept anew. */
  forget(of: { readonly bundle: string; readonly uri: string }): void {
    this.#forgotten.push(of);
  }

  /** Undefined: it changed, or was never read. */
  bundle({ path, stamp }: BundleOnDisk): BundleRead | undefined {
    if (this.#forgotten.some(({ bundle, uri }) => bundle === path && uri === '')) return undefined;
    const kept = readJson(this.#fileOf(path)) as { key?: string; read: BundleRead } | undefined;
    return kept?.key === this.#keyOf(path, stamp) ? kept.read : undefined;
  }

  keepBundle({ path, stamp }: BundleOnDisk, read: BundleRead): void {
    writeText(this.#fileOf(path), JSON.stringify({ key: this.#keyOf(path, stamp), read }));
  }

  probe(uri: string, { path, stamp }: BundleOnDisk): ProbeResult | undefined {
    if (this.#forgotten.some((each) => each.bundle === path && ['', uri].includes(each.uri))) return undefined;
    const kept = this.#probes.get(this.#keyOf(uri, stamp));
    return kept !== undefined && (kept.result.ok || kept.path === path) ? kept.result : undefined;
  }

  keepProbe(uri: string, { path, stamp }: BundleOnDisk, result: ProbeResult): void {
    const kept: KeptProbe = { key: this.#keyOf(uri, stamp), result, path };
    this.#probes.set(kept.key, kept);
    appendLine(this.#probesFile, kept);
  }

  /** Removes what is kept of all but these. */
  forgetOthers(bundles: readonly BundleOnDisk[], probed: readonly { uri: string; origin: BundleOnDisk }[]): void {
    const files = new Set(bundles.map(({ path }) => this.#fileOf(path)));
    for (const name of namesIn(this.#folder)) {
      const file = join(this.#folder, name);
      if (!files.has(file)) rmSync(file, { force: true });
    }
    const keys = new Set(probed.map(({ uri, origin }) => this.#keyOf(uri, origin.stamp)));
    const lines = [...this.#probes.values()].filter(({ key }) => keys.has(key)).map((kept) => JSON.stringify(kept));
    writeText(this.#probesFile, lines.join('\n'));
  }

  #fileOf(path: string): string {
    return join(this.#folder, `${createHash('sha1').update(path).digest('hex')}.json`);
  }

  #keyOf(...parts: readonly string[]): string {
    return createHash('sha1')
      .update([this.#tools, ...parts].join('\0'))
      .digest('hex');
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
