// The file of a driver's native target: built on this machine, else the one that the package brings for this processor.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `driver`: the URL of its folder. The place of a build where neither file is there. */
export function builtFile(driver: URL, name: string): string {
  const fileIn = (place: string) => fileURLToPath(new URL(`${place}/${name}`, driver));
  const built = fileIn('build/Release');
  const brought = fileIn(`prebuilt/${process.platform}-${process.arch}`);
  return !existsSync(built) && existsSync(brought) ? brought : built;
}
