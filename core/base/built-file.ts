// The file of a native target: built on this machine, else the one that the package brings for this processor.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Relative to the folder of a native package. What was built on the machine comes first. */
export const builtPlaces = ['build/Release', `prebuilt/${process.platform}-${process.arch}`] as const;

/** The place of a build where neither file is there. */
export function builtFile(folder: string, name: string): string {
  const files = builtPlaces.map((place) => join(folder, place, name));
  return files.find((file) => existsSync(file)) ?? (files[0] as string);
}
