// Packages with the schema of their `config`: those that are shipped, and those that a configuration names.
import { anyConfig } from '../../core/audio/discovery/config-schema.ts';
import { findDriverPackages } from '../../core/audio/discovery/package.ts';
import { packageRoot } from '../../core/base/package-root.ts';
import { shippedPackages } from '../../core/base/shipped-packages.ts';
import type { TSchema } from '../../core/base/typebox.ts';
import type { KnownPackages } from '../../core/host/config-schema.ts';
import { loadProviders } from '../../core/plugins/load.ts';
import { findSurfacePackages } from '../../core/surfaces/packages.ts';
import { systemTime } from '../../core/system/time.ts';
import { inspect } from '../inspection.ts';
import { noLog } from '../render/offline-services.ts';
import { noConfig } from './problems.ts';

/** Imports their modules, and starts none. */
export async function knownPackages(file: string | undefined): Promise<KnownPackages> {
  const given = file === undefined ? undefined : (await inspect(file)).config;
  const folder = given?.folder ?? packageRoot;
  const names = (kind: 'providers' | 'drivers' | 'surfaces') => [
    ...new Set([...shippedPackages(kind), ...(given?.[kind] ?? []).map(({ name }) => name)]),
  ];
  const entries = (kind: 'providers' | 'drivers') => names(kind).map((name) => ({ name, required: false, config: {} }));
  const { providers } = await loadProviders(
    { providers: entries('providers'), folder },
    { time: systemTime(noLog), log: noLog },
  );
  const { packages } = findDriverPackages(entries('drivers'), folder);
  return {
    providers: Object.fromEntries(providers.map(({ entry, provider }) => [entry.name, provider.config ?? noConfig])),
    drivers: Object.fromEntries(
      packages.map(({ name, manifest }) => [name, (manifest.configSchema ?? anyConfig) as TSchema]),
    ),
    surfaces: await surfaces(names('surfaces'), folder),
  };
}

async function surfaces(names: readonly string[], folder: string): Promise<Record<string, TSchema>> {
  const found = findSurfacePackages(
    names.map((name) => ({ name, config: {} })),
    folder,
  );
  const schemas = found.map(async ({ module }, place) => {
    const { default: surface } = (module === '' ? {} : await import(module)) as { default?: { config?: TSchema } };
    return [names[place] as string, surface?.config ?? noConfig] as const;
  });
  return Object.fromEntries(await Promise.all(schemas));
}
