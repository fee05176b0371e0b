// What a start would say of the drivers, devices and surfaces of a configuration, a line each, with its place in the file.
import { choose } from '../../core/audio/discovery/choice.ts';
import { modelOf } from '../../core/audio/discovery/models.ts';
import type { DriverPackage, DriverPackages } from '../../core/audio/discovery/package.ts';
import { findDriverPackages } from '../../core/audio/discovery/package.ts';
import type { ConfiguredDevice } from '../../core/base/config-entries.ts';
import { nearest } from '../../core/base/nearest.ts';
import { checkWithDefaults } from '../../core/base/schema-violations.ts';
import { shippedPackages } from '../../core/base/shipped-packages.ts';
import { type TSchema, Type } from '../../core/base/typebox.ts';
import type { Config } from '../../core/host/config.ts';
import { findSurfacePackages } from '../../core/surfaces/packages.ts';
import type { ConfigPlaces } from './places.ts';

/** Of a provider or a surface that takes no settings. */
export const noConfig: TSchema = Type.Object({}, { additionalProperties: false });

export function problemsOfDrivers(
  config: Config,
  { packages, refused }: DriverPackages,
  places: ConfigPlaces,
): readonly string[] {
  const ofPackages = refused.flatMap(({ name, reason, violations }) =>
    violations === undefined
      ? [`${places.of('drivers', name)}driver "${name}": ${reason}`]
      : violations.map(
          ({ field, problem, remedy }) =>
            `${places.of('drivers', name, field)}driver "${name}", ${field}: ${problem}; ${remedy}`,
        ),
  );
  const mixers = packages.filter(({ manifest }) => manifest.kind === 'mixer');
  const mixer =
    mixers.length > 0 || config.drivers.length === 0
      ? []
      : [`${places.at('drivers')}drivers: none of them is a mixer; add "mixer"`];
  const devices = config.devices.flatMap((device) => {
    const { chosen, tied } = choose(modelOf(device), packages, () => false, config.preferDrivers);
    if (chosen !== undefined) return [];
    const why =
      tied.length > 0
        ? `${tied.join(' and ')} match equally well; name the one that shall win in preferDrivers`
        : `no driver that is switched on matches ${device.transport} ${device.model}; ${remedyOf(device, packages, config)}`;
    return [`${places.of('devices', device.id)}device "${device.id}": ${why}`];
  });
  return [...ofPackages, ...mixer, ...devices, ...unknownPreferences(config, places)];
}

/** A driver that is shipped and off, another spelling of the transport, or none of both. */
function remedyOf(device: ConfiguredDevice, packages: readonly DriverPackage[], config: Config): string {
  const shipped = findDriverPackages(
    shippedPackages('drivers').map((name) => ({ name })),
    config.folder,
  ).packages;
  const off = shipped.filter(({ name }) => !config.drivers.some((entry) => entry.name === name));
  const { chosen, tied } = choose(modelOf(device), off, () => false);
  const fitting = chosen?.driver ?? tied[0];
  if (fitting !== undefined) return `add "${fitting}" to drivers`;
  const transports = [...packages, ...shipped].flatMap(({ manifest }) =>
    manifest.matches.map(({ transport }) => transport),
  );
  const near = transports.includes(device.transport) ? undefined : nearest(device.transport, transports);
  return near === undefined ? 'add one to drivers, or correct it' : `did you mean the transport "${near}"?`;
}

/** A name in `preferDrivers` that no driver has decides nothing. */
function unknownPreferences({ preferDrivers, drivers }: Config, places: ConfigPlaces): readonly string[] {
  const names = drivers.map(({ name }) => name);
  return preferDrivers.flatMap((name, place) => {
    if (names.includes(name)) return [];
    const near = nearest(name, names);
    const remedy = near === undefined ? 'add it there, or take it away' : `did you mean "${near}"?`;
    const field = `preferDrivers/${place}`;
    return [`${places.at(field)}${field}: "${name}" is not in drivers; ${remedy}`];
  });
}

/** Surfaces whose package is missing, or whose `config` does not fit. Their modules are imported for it, and not started. */
export async function problemsOfSurfaces(
  { surfaces, folder }: Config,
  places: ConfigPlaces,
): Promise<readonly string[]> {
  const found = findSurfacePackages(surfaces, folder).map(async ({ id, module, problem, config }, index) => {
    const name = (surfaces[index] as Config['surfaces'][number]).name;
    const line = (field: string, words: string) =>
      `${places.of('surfaces', id, field) || places.of('surfaces', name, field)}surface "${id}"${words}`;
    if (problem !== '') return [line('', `: ${problem}`)];
    try {
      const { default: surface } = (await import(module)) as { default?: { readonly config?: TSchema } };
      const { violations } = checkWithDefaults(surface?.config ?? noConfig, config);
      return violations.map((each) => {
        const field = each.field === '' ? 'config' : `config/${each.field}`;
        return line(field, `, ${field}: ${each.problem}; ${each.remedy}`);
      });
    } catch (error) {
      return [line('', `: failed when it was loaded: ${(error as Error).message}`)];
    }
  });
  return (await Promise.all(found)).flat();
}
