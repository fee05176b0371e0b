// What the first sound needs of the native packages: the process with the audio thread, the mixer, and what may give it a clock
// or links it (an audio server's graph). The rest is built while the desk runs.
import { existsSync, readFileSync } from 'node:fs';
import { nameOf } from './native.mjs';

export function isFirst(folder) {
  const driver = driverOf(folder);
  return nameOf(folder) === 'driver-process' || driver.audio === true || ['mixer', 'graph'].includes(driver.kind);
}

/** The driver's part of its manifest; {} for a package that is no driver. */
function driverOf(folder) {
  const manifest = `${folder}/package.json`;
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')).rowdesk?.driver ?? {}) : {};
}
