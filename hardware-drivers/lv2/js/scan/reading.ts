// What is in the bundles of the machine: of those that did not change, what the last scan kept; the others are read, in the order of use.
import type { Alarm } from './alarm.ts';
import { inOrderOfUse } from './bundle-order.ts';
import type { ScanCache } from './cache.ts';
import type { BundleOnDisk } from './folders.ts';
import { type BundleRead, readBundles } from './read-bundles.ts';
import type { Tools } from './tools.ts';

export interface ReadingOptions {
  readonly tools: Tools;
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
  progress(done: number, total: number, phase: string): void;
}

export class Reading {
  readonly #byPath: ReadonlyMap<string, BundleOnDisk>;
  readonly #cache: ScanCache;
  readonly #options: ReadingOptions;
  readonly #reads = new Map<string, BundleRead>();
  readonly #total: number;
  #unread: readonly BundleOnDisk[];
  #done = 0;

  /** `bundles`: in the order of precedence. */
  constructor(bundles: readonly BundleOnDisk[], cache: ScanCache, options: ReadingOptions) {
    this.#byPath = new Map(bundles.map((bundle) => [bundle.path, bundle]));
    this.#cache = cache;
    this.#options = options;
    for (const bundle of bundles) {
      const kept = faultOf(bundle) ?? cache.bundle(bundle);
      if (kept !== undefined) this.#reads.set(bundle.path, kept);
    }
    this.#unread = inOrderOfUse([...this.#byPath.values()].filter(({ path }) => !this.#reads.has(path)));
    this.#total = this.#unread.length;
    options.progress(0, this.#total, 'read');
  }

  get unread(): readonly BundleOnDisk[] {
    return this.#unread;
  }

  /** In the order of precedence. */
  get reads(): readonly { readonly origin: BundleOnDisk; readonly read: BundleRead }[] {
    return [...this.#byPath.values()].flatMap((origin) => {
      const read = this.#reads.get(origin.path);
      return read === undefined ? [] : [{ origin, read }];
    });
  }

  /** The next ones, at most so many. */
  async read(most: number = Number.POSITIVE_INFINITY): Promise<void> {
    const { tools, alarm, signal, progress } = this.#options;
    const now = this.#unread.slice(0, most);
    this.#unread = this.#unread.slice(now.length);
    const done = (read: BundleRead) => {
      this.#reads.set(read.bundle, read);
      // The next scan reads it again.
      if (!read.isLate) this.#cache.keepBundle(this.#byPath.get(read.bundle) as BundleOnDisk, read);
      progress(++this.#done, this.#total, 'read');
    };
    for (const format of ['lv2', 'clap'] as const) {
      const paths = now.filter((bundle) => bundle.format === format).map(({ path }) => path);
      await readBundles(paths, { program: tools.scan, format, alarm, signal, done });
    }
  }
}

const faultOf = ({ path, fault }: BundleOnDisk): BundleRead | undefined =>
  fault === '' ? undefined : { bundle: path, plugins: [], presets: [], refused: fault };
