// The target `network` with the interfaces and the clock of a small studio, as the driver reports them.
import type { TestHost } from 'rowdesk/testing';
import { netPath, networkTarget } from './contract.ts';
import type { NetworkInterface, Ptp } from './net-state.ts';

export const grandmasterId = '00-1D-C1-FF-FE-12-34-56';

export const locked: Ptp = {
  ...{ domain: 0, state: 'locked', grandmasterId, offsetNs: 240, meanPathDelayNs: 2650, utcOffsetS: 37 },
  ...{ lastChangeAt: '2026-01-01T12:00:00.000Z', stale: false, reason: '' },
};

export type Reported = Omit<NetworkInterface, 'roles'>;

/** An interface of 1 Gbit/s that is up. */
export function interfaceOf(name: string, changes: Partial<Reported> = {}): Reported {
  return {
    ...{ name, mac: '00:1d:c1:00:00:01', addresses: ['10.77.0.2', 'fe80::1'], up: true, speedMbps: 1000, mtu: 1500 },
    ...{ rxPackets: 10, txPackets: 20, rxBytes: 1000, txBytes: 2000 },
    ...{ rxErrors: 0, txErrors: 0, rxDropped: 0, txDropped: 0 },
    ...changes,
  };
}

/** Adds the target, and reports interfaces and clock. */
export function joinNetwork(
  desk: TestHost,
  interfaces = [interfaceOf('eth0'), interfaceOf('eth1')],
  ptp = locked,
): void {
  const values = [
    { path: netPath, field: 'interfaces', value: interfaces },
    { path: netPath, field: 'ptp', value: ptp },
  ];
  desk.audio.target(networkTarget).reportAll(values.map((value) => ({ ...value, state: 'applied' as const })));
}

/** A device of the network with as many inputs and outputs beside the others. */
export function addNetworkDevice(desk: TestHost, channels = 64): void {
  const ports = (['input', 'output'] as const).flatMap((direction) =>
    Array.from({ length: channels }, (_, place) => {
      const id = `aes67:${direction === 'input' ? 'in' : 'out'}-${place + 1}`;
      return { id, label: '', direction, channel: place + 1, connector: 'network' };
    }),
  );
  const device = {
    ...{
      id: 'aes67',
      label: 'Network',
      model: `aes67-${channels}x${channels}`,
      transport: 'netaudio',
      driver: 'aes67',
    },
    ...{ present: true, joined: false, ports, inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: 'ptp' },
    supportedRates: [48_000],
  };
  desk.audio.become({ devices: [...desk.audio.devices.filter(({ id }) => id !== 'aes67'), device] });
}
