// A device over fake hardware, with what the desk heard of it.
import type { Reading } from 'rowdesk/driver';
import { TotalMixDevice } from '../js/device.ts';
import { FakeHardware } from './fake-hardware.ts';

const model = { id: 'ucx2', transport: 'totalmix', modelId: 'x', model: 'x', label: 'UCX', address: '' };

export const root = '/vendorA/totalmix';
export const preamp = '/stagebox/ucx2/inputs/1';

export class Rig {
  readonly device: TotalMixDevice;
  /** What the desk was to adopt. */
  readonly adopted: Reading[] = [];
  hardware!: FakeHardware;
  nowMs = 0;
  changes = 0;
  isFirst = true;
  revision = 0;

  constructor() {
    this.device = new TotalMixDevice({
      model,
      stagebox: 'rme-fireface-ucx-ii',
      audioHalf: { usbPort: '1-4' },
      isFirst: () => this.isFirst,
      context: {
        changedOnDevice: (values) => this.adopted.push(...values),
        changed: () => this.changes++,
        log: () => {},
      },
      timers: { nowMs: () => this.nowMs },
      connect: (events) => {
        this.hardware = new FakeHardware(events);
        return this.hardware;
      },
      closed: () => {},
    });
  }

  set(path: string, field: string, value: unknown): readonly Reading[] {
    return this.device.apply(++this.revision, [{ path, field, value }]);
  }

  reading(path: string, field: string): Reading | undefined {
    return this.device.observe().values.find((value) => value.path === path && value.field === field);
  }
}
