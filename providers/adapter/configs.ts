// The configuration of each driver: what its manifest allows, and telling the driver of another one.
import type { Desk, Drivers, DriverType, Fields, Limits, Warnings } from 'rowdesk/provider';
import type { Adapters } from './adapters.ts';
import { pathOf } from './switches.ts';

interface ConfigContract {
  readonly defaults: { readonly config: object };
  readonly limits: Limits;
}

/** What a row says of the `config` of its driver. The same objects again, so that its contract is made once. */
export class ConfigContracts {
  readonly #drivers: Drivers;
  readonly #made = new Map<string, ConfigContract>();

  constructor(drivers: Drivers) {
    this.#drivers = drivers;
  }

  of(id: string): ConfigContract {
    const type = this.#drivers.types.find(({ name }) => name === id);
    const made = this.#made.get(id) ?? contractOf(type);
    // Before it is known nothing is kept.
    if (type !== undefined) this.#made.set(id, made);
    return made;
  }
}

function contractOf({ config = {}, configSchema = {} }: Partial<DriverType> = {}): ConfigContract {
  return { defaults: { config }, limits: { config: configSchema } };
}

/** As it is wanted, at the start and with each commit. One that does not fit any more is a warning. */
export function followConfigs(adapters: Adapters, desk: Desk, drivers: Drivers, warnings: Warnings): () => void {
  const tell = (id: string) => {
    const warning = `adapter-config-${id}`;
    const fault = drivers.reconfigure(id, desk.read(pathOf(id)).config as Fields);
    if (fault === '') warnings.clear(warning);
    else warnings.raise({ ...configWarning(id, fault), id: warning });
  };
  for (const { id } of adapters.list()) tell(id);
  return desk.onCommit((_revision, paths) => {
    for (const { id } of adapters.list()) if (paths.includes(pathOf(id))) tell(id);
  });
}

/** It was written for another version of the driver. */
function configWarning(driver: string, fault: string) {
  return {
    title: `The configuration of ${driver} does not fit it`,
    titleCode: { code: 'adapter-config', params: { driver } },
    detail: `${driver} goes on as it was: ${fault}`,
    severity: 'warning' as const,
    path: pathOf(driver),
  };
}
