// Libraries that drivers open when they run: whether the loader finds those that this machine has a use for.
import type { AskedSound } from './asked.ts';
import { type Diagnosis, fine, problem } from './finding.ts';
import type { Machine } from './machine.ts';

const resampling = { library: 'libsamplerate.so.0', from: 'libsamplerate0' };

/** `used`: transports of what is there or named. Undefined where no library is needed, or the loader's cache is not known. */
export function libraries(
  machine: Machine,
  { drivers, devices }: Pick<AskedSound, 'drivers' | 'devices'>,
  used: ReadonlySet<string>,
): Diagnosis | undefined {
  const cache = machine.output('/sbin/ldconfig', ['-p']);
  const needed = new Map(
    drivers
      .filter(({ transports }) => transports.some((transport) => used.has(transport)))
      .flatMap((driver) => Object.entries(driver.libraries)),
  );
  if (devices.some(({ resample }) => resample)) needed.set(resampling.library, resampling.from);
  if (cache === undefined || needed.size === 0) return undefined;
  const isThere = (library: string) => cache.includes(`\t${library} `);
  const missing = [...needed].filter(([library]) => !isThere(library));
  if (missing.length === 0) return fine('libraries', [...needed.keys()].join(', '));
  const [names, packages] = [0, 1].map((column) => missing.map((each) => each[column]).join(' '));
  return problem('libraries', `${names} not found`, `sudo apt-get install ${packages}`);
}
