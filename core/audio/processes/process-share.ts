// The share of one process in the plan. Pure.
import { isWithoutPorts } from '../../driver.ts';
import type { Configurations } from '../discovery/configurations.ts';
import type { DriverPackage } from '../discovery/package.ts';
import type { Planned } from '../discovery/plan.ts';
import type { ProcessPlan } from '../link/shapes.ts';
import type { AudioConfig } from './audio-config.ts';
import { audioName } from './audio-snapshot.ts';

/** The mixer and the devices of the process of this name, each with the configuration of its driver. */
export function shareOf(
  name: string,
  { mixer, audioDevices, awaited, controlDevices }: Planned,
  configurations: Pick<Configurations, 'of' | 'changedOf'>,
): Pick<ProcessPlan, 'mixer' | 'devices' | 'awaited' | 'configs'> {
  const isAudio = name === audioName;
  const own = [...controlDevices].find(([driver]) => controlName(driver) === name)?.[1] ?? [];
  const devices = (isAudio ? audioDevices : own).map((device) => {
    const config = configurations.of(device.driver);
    return Object.keys(config).length === 0 ? device : { ...device, config };
  });
  const configs = configurations.changedOf((each) => processOf(each) === name);
  const changed = Object.keys(configs).length === 0 ? {} : { configs };
  return { mixer: isAudio ? mixer : '', devices, awaited: isAudio ? [...awaited] : [], ...changed };
}

/** How long the process lives without a control process, and without an answer. */
export function lifeOf(
  name: string,
  packages: readonly Pick<DriverPackage, 'manifest'>[],
  { lingerS }: Pick<AudioConfig, 'lingerS'>,
): { readonly lingerS: number | null; readonly graceMs: number } {
  // sound, takes and announcements go on; another driver has nothing to keep alive
  const outlives = name === audioName || packages.some(({ manifest }) => isWithoutPorts(manifest.kind));
  const graceS = Math.max(0, ...packages.map(({ manifest }) => manifest.graceS ?? 0));
  return { lingerS: outlives ? lingerS : 0, graceMs: 1000 * graceS };
}

/** The name of the process that loads this package. */
export function processOf(found: Pick<DriverPackage, 'name' | 'manifest'>): string {
  return isInAudio(found) ? audioName : controlName(found.name);
}

/** True for a package of the audio process; any other has a process of its own. */
export function isInAudio({ manifest }: Pick<DriverPackage, 'manifest'>): boolean {
  return manifest.audio || manifest.kind === 'mixer';
}

/** The name of the process of a control-only driver. */
export function controlName(driver: string): string {
  return `driver-${driver}`;
}
