// What the configuration asks of the machine's sound.
import type { ConfiguredDevice } from '../../core/base/config-entries.ts';
import type { AskedClock } from './server-clock.ts';

export interface AskedDriver {
  readonly name: string;
  readonly transports: readonly string[];
  /** Libraries that the driver opens when it runs, each with its Debian package: `rowdesk.libraries` of its package.json. */
  readonly libraries: Readonly<Record<string, string>>;
  /** Of the package. */
  readonly folder?: string;
  /** USB ids of interfaces that a driver without sound controls. */
  readonly controls?: readonly string[];
}

export interface AskedSound extends AskedClock {
  readonly drivers: readonly AskedDriver[];
  /** The devices that the configuration names. */
  readonly devices: readonly ConfiguredDevice[];
}

export const hasDriverFor = ({ drivers }: AskedSound, transport: string) =>
  drivers.some(({ transports }) => transports.includes(transport));

export const names = ({ devices }: AskedSound, transport: string) =>
  devices.some((device) => device.transport === transport);
