// Finds and imports the providers that the configuration names: an in-tree folder, or an npm package found from the
// configuration's folder, then from rowdesk's own. Nothing of a package runs before its manifest has been read and the
// log names it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PackageEntry } from '../base/config-entries.ts';
import { findPackage } from '../base/find-package.ts';
import { moduleUrl, packageRoot } from '../base/package-root.ts';
import { checkWithDefaults, type SchemaViolation } from '../base/schema-violations.ts';
import { adviceOnName } from '../base/shipped-packages.ts';
import type { ProviderProblem } from '../base/start-error.ts';
import { withTimeout } from '../base/timeout.ts';
import type { Provider } from '../provider.ts';
import type { Fields } from '../rows/definitions.ts';
import type { Log, Time } from '../services.ts';
import { ownFiles, type PackageGuard, runAs } from '../system/package-owners.ts';
import { ProviderManifest } from './manifest.ts';
import { strayPages, takenPages } from './page-shape.ts';
import { shapeViolations } from './provider-shape.ts';

/** Timeout of the import of a package, in milliseconds. */
export const importMs = 10_000;

/** The configuration of providers. */
export interface ProvidersConfig {
  readonly providers: readonly PackageEntry[];
  /** Packages are looked for from here first. */
  readonly folder: string;
}

export interface Loading {
  readonly time: Pick<Time, 'after'>;
  readonly log: Pick<Log, 'info'>;
  readonly guard?: PackageGuard;
}

/** A provider that may be started, with its entry of the configuration, defaults filled in. */
export interface LoadedProvider {
  readonly entry: PackageEntry;
  readonly provider: Provider;
  readonly config: Fields;
}

export interface Loaded {
  readonly providers: readonly LoadedProvider[];
  readonly problems: readonly ProviderProblem[];
}

/** A provider that need not be found, with its entry: a vendor's, in its own tests. */
export interface GivenProvider {
  readonly provider: Provider;
  readonly config?: Fields;
}

/** Never rejects: a provider that can't be loaded is a problem in words. Given providers come last. */
export async function loadProviders(
  config: ProvidersConfig,
  loading: Loading,
  given: readonly GivenProvider[] = [],
): Promise<Loaded> {
  // All at once: most of an import is waiting for files.
  const found = await Promise.all(config.providers.map((entry) => load(entry, config.folder, loading)));
  const taken = given.map(({ provider, config: own = {} }) =>
    takeProvider(provider, { name: provider.name, required: true, config: own }),
  );
  return withOwnPages([...found, ...taken]);
}

/** Of several providers with a page at the same path the first stays. */
function withOwnPages(results: readonly LoadResult[]): Loaded {
  const owners = new Map<string, string>();
  const providers: LoadedProvider[] = [];
  const problems = results.flatMap((each) => each.problems);
  for (const { loaded } of results) {
    if (loaded === undefined) continue;
    const { name, pages = [] } = loaded.provider;
    const taken = takenPages(loaded.provider, owners);
    problems.push(...refusing(loaded.entry)(...taken).problems);
    if (taken.length > 0) continue;
    for (const { path } of pages) owners.set(path, name);
    providers.push(loaded);
  }
  return { providers, problems };
}

export interface LoadResult {
  readonly loaded?: LoadedProvider;
  readonly problems: readonly ProviderProblem[];
}

async function load(entry: PackageEntry, folder: string, loading: Loading): Promise<LoadResult> {
  const refused = refusing(entry);
  try {
    const located = locate(entry.name, folder);
    if ('problems' in located) return refused(...located.problems);
    if (!located.inTree) return await loadPackage(entry, located, loading);
    const exported = await exportedBy(located.url);
    const name = (exported as { name?: unknown } | undefined)?.name;
    if (name !== entry.name) {
      const problem = `is "${name}", its folder is "${entry.name}"`;
      return refused({ field: 'name', problem, remedy: 'give both the same name' });
    }
    return takeProvider(exported, entry);
  } catch (error) {
    const problem = `failed when it was loaded: ${messageOf(error)}`;
    return refused({ field: '', problem, remedy: 'correct it, or take it out of the configuration' });
  }
}

async function loadPackage(
  entry: PackageEntry,
  { url, folder }: LocatedPackage,
  loading: Loading,
): Promise<LoadResult> {
  const { name } = entry;
  const found = { name, folder, module: url.href, isRequired: entry.required };
  const reason = loading.guard?.setAside(found);
  if (reason !== undefined) {
    const remedy = 'correct it: once it has changed, or the desk was stopped in order, it is tried again';
    return refusing(entry)({ field: '', problem: `is set aside: ${reason}`, remedy });
  }
  ownFiles(name, folder);
  loading.guard?.runs(found);
  loading.log.info({ provider: name, module: url.href }, 'imports a package');
  const imported = runAs(name, () => exportedBy(url));
  const { loaded, problems } = takeProvider(await withTimeout(imported, importMs, loading.time), entry);
  if (loaded === undefined) return { problems };
  const stray = strayPages(loaded.provider, folder);
  if (stray.length > 0) return refusing(entry)(...stray);
  return { loaded: { ...loaded, provider: runningAs(name, loaded.provider) }, problems };
}

async function exportedBy(url: URL): Promise<unknown> {
  return ((await import(url.href)) as { default?: unknown }).default;
}

/** The same provider; timers and sockets that it makes while it is made and started are known to be of its package. */
function runningAs(name: string, provider: Provider): Provider {
  const { services, start } = provider;
  return {
    ...provider,
    rows: (given) => runAs(name, () => provider.rows(given)),
    ...(services && { services: (given) => runAs(name, () => services.call(provider, given)) }),
    ...(start && { start: (given) => runAs(name, () => start.call(provider, given)) }),
  };
}

/** Takes what a module exports, if it is a provider and its entry of the configuration fits it. */
function takeProvider(exported: unknown, entry: PackageEntry): LoadResult {
  const shape = shapeViolations(exported);
  return shape.length > 0 ? refusing(entry)(...shape) : withConfig(exported as Provider, entry, refusing(entry));
}

function refusing(entry: PackageEntry) {
  return (...problems: readonly SchemaViolation[]): LoadResult => ({
    problems: problems.map((each) => ({ provider: entry.name, ...each })),
  });
}

/** Fills in the defaults of the provider's own schema. */
function withConfig(
  provider: Provider,
  entry: PackageEntry,
  refused: (...problems: readonly SchemaViolation[]) => LoadResult,
): LoadResult {
  if (provider.config === undefined) {
    const names = Object.keys(entry.config);
    if (names.length === 0) return { loaded: { entry, provider, config: {} }, problems: [] };
    const remedy = 'take "config" out of its entry';
    return refused({
      field: `config/${names[0]}`,
      problem: 'is given, but the provider takes no configuration',
      remedy,
    });
  }
  const { value, violations: problems } = checkWithDefaults(provider.config, entry.config);
  if (problems.length === 0) return { loaded: { entry, provider, config: value as Fields }, problems: [] };
  return refused(
    ...problems.map((each) => ({ ...each, field: each.field === '' ? 'config' : `config/${each.field}` })),
  );
}

interface LocatedPackage {
  readonly url: URL;
  readonly inTree: false;
  readonly folder: string;
}
type Located =
  | { readonly url: URL; readonly inTree: true }
  | LocatedPackage
  | { readonly problems: readonly SchemaViolation[] };

function locate(name: string, folder: string): Located {
  if (isInTree(name)) return { url: moduleUrl(`providers/${name}/index`), inTree: true };
  const found = findPackage(name, [folder, packageRoot]);
  if (found === undefined) {
    const problem = `is neither a folder of providers/ nor a package that can be found from ${folder}`;
    return { problems: [{ field: 'name', problem, ...adviceOnName(name, 'providers') }] };
  }
  const declared = (found.manifest.rowdesk as { provider?: unknown } | undefined)?.provider;
  if (declared === undefined) {
    const remedy = 'add "rowdesk": { "provider": { "api": 1, "module": "./index.js" } } to its package.json';
    return { problems: [{ field: 'rowdesk.provider', problem: 'is missing from its package.json', remedy }] };
  }
  const { value, violations: problems } = checkWithDefaults(ProviderManifest, declared);
  if (problems.length > 0) {
    return { problems: problems.map((each) => ({ ...each, field: `rowdesk.provider ${each.field}`.trim() })) };
  }
  const file = join(found.folder, (value as ProviderManifest).module);
  if (!existsSync(file)) {
    const problem = `names ${file}, which is not there`;
    return {
      problems: [{ field: 'rowdesk.provider module', problem, remedy: 'name a file of the package, or build it' }],
    };
  }
  return { url: pathToFileURL(file), inTree: false, folder: found.folder };
}

/** True if rowdesk contains a provider of this name. */
export function isInTree(name: string): boolean {
  return existsSync(moduleUrl(`providers/${name}/index`));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
