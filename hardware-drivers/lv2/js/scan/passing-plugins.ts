// Plugins that a scan which still runs has tried: the desk may use each as soon as it has passed. They stand in `passing.json` until the
// scan has ended, and are there after one that did not come to its end.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginDescription, PluginIndex, PluginSummary } from 'rowdesk/driver';
import type { Alarm } from './alarm.ts';
import { readJson, writeText } from './kept-files.ts';
import { summaryOf } from './plugin-files.ts';

const everyMs = 2000;

export class PassingPlugins {
  readonly #folder: string;
  readonly #alarm: Pick<Alarm, 'nowMs'>;
  /** By URI. */
  readonly #plugins: Map<string, PluginSummary>;
  /** Of the index, which counts until the scan has ended. */
  readonly #known: ReadonlySet<string>;
  #writtenMs: number | undefined;

  constructor(folder: string, alarm: Pick<Alarm, 'nowMs'>) {
    this.#folder = folder;
    this.#alarm = alarm;
    const plugins = (file: string) => (readJson(join(folder, file)) as Partial<PluginIndex> | undefined)?.plugins ?? [];
    this.#known = new Set(plugins('index.json').map(({ uri }) => uri));
    this.#plugins = new Map(plugins(passingFile).map((plugin) => [plugin.uri, plugin]));
  }

  /** The first is written at once, others every 2 s. True for a plugin that the desk did not know. */
  pass(description: PluginDescription): boolean {
    const { uri, id } = description;
    if (this.#known.has(uri)) return false;
    // First the file of the plugin, so that the list names none that is not there.
    writeText(join(this.#folder, `${id}.json`), `${JSON.stringify(description)}\n`);
    this.#plugins.set(uri, summaryOf(description));
    if (this.#writtenMs === undefined || this.#alarm.nowMs() - this.#writtenMs >= everyMs) this.write();
    return true;
  }

  /** What has passed until now. */
  write(): void {
    if (this.#plugins.size === 0) return;
    this.#writtenMs = this.#alarm.nowMs();
    const index: PluginIndex = { version: 1, plugins: [...this.#plugins.values()], refused: [] };
    writeText(join(this.#folder, passingFile), `${JSON.stringify(index)}\n`);
  }

  /** All of them are in the index. */
  end(): void {
    rmSync(join(this.#folder, passingFile), { force: true });
  }
}

const passingFile = 'passing.json';
