// Which list of a configuration a package belongs in, by its name.
import { findPackage } from '../../core/base/find-package.ts';
import { packageRoot } from '../../core/base/package-root.ts';
import { adviceOnName, type PackageKind, packageKinds, shippedPackages } from '../../core/base/shipped-packages.ts';
import { CommandError } from '../command-error.ts';
import { placeOfName, valueIn } from './edit.ts';

const manifests: Readonly<Record<PackageKind, string>> = {
  providers: 'provider',
  drivers: 'driver',
  surfaces: 'surface',
};

/** By what is shipped, else by the manifest of the package. Throws CommandError for a name of neither. */
export function kindOf(name: string, folder: string): PackageKind {
  const shipped = packageKinds.find((kind) => shippedPackages(kind).includes(name));
  if (shipped !== undefined) return shipped;
  const found = findPackage(name, [folder, packageRoot]);
  if (found === undefined) {
    const advice = packageKinds.map((kind) => adviceOnName(name, kind)).find(({ meant }) => meant !== undefined);
    const remedy = advice?.remedy ?? 'correct the name, or install that package there';
    throw new CommandError(
      'refused',
      `${name} is no part of rowdesk and no package to be found from ${folder}; ${remedy}`,
    );
  }
  const declared = (found.manifest.rowdesk ?? {}) as Readonly<Record<string, unknown>>;
  const kind = packageKinds.find((each) => declared[manifests[each]] !== undefined);
  if (kind !== undefined) return kind;
  throw new CommandError('refused', `${name} is no provider, driver or surface: its package.json has no "rowdesk".`);
}

/** The lists in which a name stands. */
export const packageKindsOf = (content: unknown, name: string): readonly PackageKind[] =>
  packageKinds.filter((kind) => placeOfName(valueIn(content, kind), name) >= 0);
