// The recorder: takes of the mixer's taps, and their playback for the virtual soundcheck, in a process of their own that
// outlives mixer and control process.
import type { ControlDriver } from 'rowdesk/driver';
import { RecorderDevice } from './device.ts';
import { exportTake } from './job-export.ts';
import { OfflineTake } from './offline-take.ts';
import { Playing } from './playing.ts';
import { Recording } from './recording.ts';

const driver: ControlDriver = {
  kind: 'recorder',
  discover: () => [
    { id: 'recorder', transport: 'recorder', modelId: 'recorder', model: 'recorder', label: 'Recorder', address: '' },
  ],
  jobs: { export: exportTake },
  offline: (model) => new OfflineTake(model),
  open: (model, context) => new RecorderDevice(model, [new Recording(context), Playing.open(context)]),
};

export default driver;
