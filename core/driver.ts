// The public API of drivers: `import type { AudioDriver } from 'rowdesk/driver'`. Types and the schema of the manifest.
import type { AudioDriver, ControlDriver } from './driver/device.ts';
import type { MixerDriver } from './driver/mixer.ts';

export * from './driver/device.ts';
export * from './driver/discovered-model.ts';
export * from './driver/graph.ts';
export * from './driver/hosted-plugin.ts';
export * from './driver/jobs.ts';
export * from './driver/manifest.ts';
export * from './driver/meters.ts';
export * from './driver/mixer.ts';
export * from './driver/mixer-field.ts';
export * from './driver/processor.ts';
export * from './driver/values.ts';

/** The default export of a driver's module. */
export type DriverModule = MixerDriver | AudioDriver | ControlDriver;
