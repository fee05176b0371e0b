// Finds the modules of the surfaces that the configuration names. Nothing of them runs here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type SurfaceEntry, surfaceId } from '../base/config-entries.ts';
import { findPackage } from '../base/find-package.ts';
import { packageRoot } from '../base/package-root.ts';
import { checkWithDefaults } from '../base/schema-violations.ts';
import { adviceOnName } from '../base/shipped-packages.ts';
import { type Static, Type } from '../base/typebox.ts';

export interface SurfacePackage {
  readonly id: string;
  /** What it speaks. */
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** The URL of its module; '' where there is none. */
  readonly module: string;
  /** Why there is none, in words. */
  readonly problem: string;
}

/** `rowdesk.surface` in the package.json of a vendor's surface. */
const SurfaceManifest = Type.Object(
  {
    api: Type.Literal(1),
    kind: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
    module: Type.String({ pattern: '^\\./(?!(.*/)?\\.\\.(/|$)).+', title: 'a path below the folder of the package' }),
  },
  { additionalProperties: false },
);

/** `folder`: that of the configuration, where packages are looked for first. */
export function findSurfacePackages(entries: readonly SurfaceEntry[], folder: string): readonly SurfacePackage[] {
  return entries.map((entry) => {
    const located = { id: surfaceId(entry), config: entry.config, kind: entry.name, module: '', problem: '' };
    try {
      return { ...located, ...locate(entry.name, folder) };
    } catch (error) {
      return { ...located, problem: (error as Error).message };
    }
  });
}

/** Throws Error in words. */
function locate(name: string, folder: string): { kind: string; module: string } {
  // As it is shipped: its process loads no TypeScript.
  const inTree = join(packageRoot, 'dist/providers/surface', name, 'index.js');
  if (!name.includes('/') && existsSync(inTree)) return { kind: name, module: pathToFileURL(inTree).href };
  const found = findPackage(name, [folder, packageRoot]);
  if (found === undefined) {
    const { remedy } = adviceOnName(name, 'surfaces');
    throw new Error(
      `${name} is neither a surface of rowdesk nor a package that can be found from ${folder}; ${remedy}`,
    );
  }
  const declared = (found.manifest.rowdesk as { surface?: unknown } | undefined)?.surface ?? {};
  const { value, violations } = checkWithDefaults(SurfaceManifest, declared);
  const [first] = violations;
  if (first !== undefined) {
    throw new Error(`${name}: rowdesk.surface ${first.field} of its package.json ${first.problem}; ${first.remedy}`);
  }
  const { kind, module } = value as Static<typeof SurfaceManifest>;
  return { kind, module: pathToFileURL(join(found.folder, module)).href };
}
