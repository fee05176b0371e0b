// Finds a driver's package and reads its manifest, before any of its code runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundPackage, findPackage, readPackage } from '../../base/find-package.ts';
import { packageRoot } from '../../base/package-root.ts';
import { checkWithDefaults, type SchemaViolation } from '../../base/schema-violations.ts';
import { adviceOnName } from '../../base/shipped-packages.ts';
import { DriverManifest } from '../../driver.ts';
import type { LoadOrder } from '../link/shapes.ts';
import { configSchemaError, fittingConfig } from './config-schema.ts';
import { type MixerDescription, readMixerDescription } from './mixer-description.ts';

/** An entry of `drivers` in providers.config.json. */
export interface DriverEntry {
  readonly name: string;
  readonly required?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
}

export interface DriverPackage extends MixerDescription {
  /** As in the configuration. */
  readonly name: string;
  readonly version: string;
  /** A folder of hardware-drivers/; false for an npm package. */
  readonly isInTree: boolean;
  readonly manifest: DriverManifest;
  /** Absolute: where its package.json is. */
  readonly folder: string;
  /** Absolute. */
  readonly module: string;
  /** From the configuration file, with the defaults of its schema. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** A package that can't be used; `reason` names all problems, each with its remedy. */
export interface RefusedPackage {
  readonly name: string;
  readonly version: string;
  readonly reason: string;
  /** Of its entry in the configuration, where these are the reason: `config/port`. */
  readonly violations?: readonly SchemaViolation[];
}

export interface DriverPackages {
  readonly packages: readonly DriverPackage[];
  readonly refused: readonly RefusedPackage[];
}

/** In-tree folders of hardware-drivers/ first, then npm packages from the configuration's folder, then from rowdesk's own. */
export function findDriverPackages(
  entries: readonly DriverEntry[],
  configFolder: string,
  inTreeFolder = join(packageRoot, 'hardware-drivers'),
): DriverPackages {
  const packages: DriverPackage[] = [];
  const refused: RefusedPackage[] = [];
  for (const entry of entries) {
    const read = readEntry(entry, configFolder, inTreeFolder);
    if ('reason' in read) refused.push(read);
    else packages.push(read);
  }
  return { packages, refused };
}

function readEntry(entry: DriverEntry, configFolder: string, inTreeFolder: string): DriverPackage | RefusedPackage {
  const { name } = entry;
  let found: FoundPackage | undefined;
  let isInTree = false;
  try {
    found = readPackage(join(inTreeFolder, name));
    isInTree = found !== undefined;
    found ??= findPackage(name, [configFolder, packageRoot]);
  } catch (error) {
    return { name, version: '', reason: `${(error as Error).message}; correct it` };
  }
  if (!found) {
    const { remedy } = adviceOnName(name, 'drivers');
    const reason = `there is no folder hardware-drivers/${name} and no package of this name to be found from ${configFolder}; ${remedy}`;
    return { name, version: '', reason };
  }
  const version = typeof found.manifest.version === 'string' ? found.manifest.version : '';
  const { rowdesk } = found.manifest as { rowdesk?: { driver?: unknown } };
  if (rowdesk?.driver === undefined) {
    return { name, version, reason: 'its package.json has no rowdesk.driver; add the manifest of a driver' };
  }
  const { value, violations } = checkWithDefaults(DriverManifest, rowdesk.driver);
  if (violations.length > 0) {
    const words = violations.map(
      ({ field, problem, remedy }) => `${`rowdesk.driver ${field}`.trimEnd()} ${problem}: ${remedy}`,
    );
    return { name, version, reason: `its package.json: ${words.join('; ')}` };
  }
  const manifest = value as DriverManifest;
  const module = join(found.folder, manifest.module);
  if (!existsSync(module)) {
    const reason = `its module ${module} is not there; build the package (npm run build), or name the right file`;
    return { name, version, reason };
  }
  const ofSchema = configSchemaError(manifest);
  if (ofSchema !== '') return { name, version, reason: `its package.json: rowdesk.driver ${ofSchema}` };
  const { config, problem, violations: ofConfig } = fittingConfig(manifest, entry.config ?? {});
  if (problem !== '') {
    return { name, version, reason: `its entry in the configuration: ${problem}`, violations: ofConfig };
  }
  try {
    const { folder } = found;
    return { name, version, isInTree, manifest, folder, module, config, ...readMixerDescription(folder, manifest) };
  } catch (error) {
    return { name, version, reason: (error as Error).message };
  }
}

/** The package as its process loads it. */
export function orderOf({ name, version, manifest, module, config, processors, fields }: DriverPackage): LoadOrder {
  const { kind, audio } = manifest;
  return {
    name,
    version,
    kind,
    audio,
    module,
    config: { ...config },
    processors: processors.map((each) => ({ ...each })),
    fields: { ...fields },
  };
}
