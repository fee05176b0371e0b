// For tests: a device of the network on a native part that a test plays.
import type { Reading } from 'rowdesk/driver';
import { NetworkDevice } from './device.ts';
import type { ReceiveOrder } from './native.ts';
import { NetworkDouble, nativeWith } from './native-double.ts';
import type { NetworkFacts, ReceiveSource, TransmitStream } from './values.ts';

const path = '/netaudio/net';

export const locked: NetworkFacts = {
  interfaces: ['eth0'],
  utcOffsetS: 37,
  ptp: { state: 'locked', grandmasterId: '00-1d-c1', domain: 0, reason: '' },
};
export const source: ReceiveSource = {
  ...{
    streamId: 'stage',
    channel: 1,
    encoding: 'L24',
    rateHz: 48_000,
    channels: 8,
    payloadType: 97,
    packetTimeUs: 1000,
  },
  paths: [{ address: '239.1.2.3', port: 5004, source: '' }],
  clock: { kind: 'ptp', grandmasterId: '00-1d-c1', domain: 0 },
  mediaClockOffset: 7,
};
export const stream: TransmitStream = {
  ...{ id: 'main', name: 'Main', firstChannel: 3, channels: 2, encoding: 'L24', packetTimeUs: 1000, address: '' },
  ...{ port: 5004, payloadType: 97, ttl: 32, enabled: true },
};

export class DeviceFixture {
  readonly network = new NetworkDouble();
  readonly device: NetworkDevice;
  /** Interfaces of the computer, and those that are up with an address. */
  names = ['eth0', 'eth1'];
  usable = ['eth0', 'eth1'];
  readonly hardwareAddresses = new Map([['eth0', '02:00:00:00:00:01']]);
  readonly warnings = new Map<string, string>();
  changes = 0;
  closed = 0;
  #revision = 0;

  constructor(modelId = 'aes67-8x8', config = {}) {
    const model = { id: 'net', transport: 'netaudio', modelId, model: modelId, label: 'Network', address: '' };
    const interfaces = () => ({
      ...{ names: this.names, usable: this.usable, hardwareAddresses: this.hardwareAddresses },
    });
    const place = { model, interfaces, closed: () => void this.closed++ };
    this.device = new NetworkDevice(nativeWith(this.network), place, {
      ...{
        mediaFolder: '',
        recordingsFolder: '',
        pluginsFolder: '',
        stateFolder: '',
        runtimeFolder: '',
        log: () => {},
        changedOnDevice: () => {},
      },
      config,
      changed: () => void this.changes++,
      warn: (id, text) => void this.warnings.set(id, text),
    });
  }

  run(rate = 48_000): void {
    this.device.start({}, { rate, blockFrames: 256 });
  }

  set(field: string, value: unknown, row = path): readonly Reading[] {
    return this.device.apply(++this.#revision, [{ path: row, field, value }]);
  }

  subscribe(input: number, given: Partial<ReceiveSource> | null): readonly Reading[] {
    return this.set('source', given && { ...source, ...given }, `${path}/rx/${input}`);
  }

  read(field: string, row = path): unknown {
    return this.device.observe().values.find((each) => each.path === row && each.field === field)?.value;
  }

  /** Status and reason of an input. */
  reception(input: number): readonly unknown[] {
    return ['status', 'reason'].map((field) => this.read(field, `${path}/rx/${input}`));
  }

  /** The first of what is received. */
  get order(): ReceiveOrder {
    const [first] = this.network.receives;
    if (first === undefined) throw new Error('nothing is ordered');
    return first;
  }
}

export const reasons = (refused: readonly Reading[]) => refused.map(({ state, reason }) => `${state}: ${reason}`);
