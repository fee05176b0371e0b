// What a driver process is told to be, and what it says that it is: the parts of the link's messages.

import { type Static, Type } from '../../base/typebox.ts';
import { driverKinds } from '../../driver.ts';

export const Text = Type.String();
export const Count = Type.Integer({ minimum: 0 });
export const Entries = Type.Array(Type.Tuple([Text, Text]));
export const Fields = Type.Record(Text, Type.Unknown());

export const Model = Type.Object({
  id: Text,
  transport: Text,
  modelId: Text,
  model: Text,
  label: Text,
  address: Text,
});

/** A driver package as the driver process is told of it. */
export const LoadOrder = Type.Object({
  name: Text,
  version: Text,
  kind: Type.Enum([...driverKinds]),
  audio: Type.Boolean(),
  /** Absolute path of its module. */
  module: Text,
  config: Fields,
  /** ProcessorDescription of driver.ts, checked when they were read. */
  processors: Type.Array(Fields),
  /** MixerFields of driver.ts, checked likewise; absent for none. */
  fields: Type.Optional(Fields),
});
export type LoadOrder = Static<typeof LoadOrder>;

/** Packages that crashed too often, with the reason. */
export const SetAside = Type.Array(Type.Object({ driver: Text, reason: Text }));

const PlannedDevice = Type.Object({
  model: Model,
  driver: Text,
  /** It stands in for a device that is not there: its sound is silence and the desk's values are kept from it. */
  fallback: Type.Boolean(),
  /** With which configuration of its driver it is open; without it, none. */
  config: Type.Optional(Fields),
});
export type PlannedDevice = Static<typeof PlannedDevice>;

/** What a driver process shall be; it makes only what differs from what it is. */
export const Plan = Type.Object({
  number: Count,
  layout: Type.Record(Text, Count),
  /** The mixer's package, '' for none. */
  mixer: Text,
  /** In the order of preference: the first with audio that starts drives the mixer. */
  devices: Type.Array(PlannedDevice),
  /** Hz, where no rate is forced. */
  rate: Type.Number({ minimum: 1 }),
  blockFrames: Type.Integer({ minimum: 1, maximum: 4096 }),
  /** Kept by the process for the next control process, so that attaching to it changes nothing that sounds. */
  setAside: SetAside,
});
export type Plan = Static<typeof Plan>;

const Port = Type.Object({
  id: Text,
  label: Text,
  direction: Type.Enum(['input', 'output']),
  channel: Count,
  connector: Text,
});
export const Description = Type.Object({
  id: Text,
  label: Text,
  model: Text,
  transport: Text,
  ports: Type.Array(Port),
  inputLatencyFrames: Type.Number(),
  outputLatencyFrames: Type.Number(),
  clockId: Text,
  supportedRates: Type.Array(Type.Number()),
});
export type DeviceDescription = Static<typeof Description>;

/** All that a driver process says about itself; sent whole whenever any of it changes. */
export const Status = Type.Object({
  /** The number of the newest plan that is carried out. */
  plan: Count,
  packages: Type.Array(
    Type.Object({
      name: Text,
      version: Text,
      state: Type.Enum(['loaded', 'failed']),
      reason: Text,
      /** False: it has no `discover`, so devices named by configuration are tried. */
      discovers: Type.Boolean(),
    }),
  ),
  models: Type.Array(Type.Object({ driver: Text, model: Model })),
  devices: Type.Array(
    Type.Object({
      id: Text,
      driver: Text,
      fallback: Type.Boolean(),
      state: Type.Enum(['driving', 'open', 'failed', 'different-clock']),
      reason: Text,
      description: Type.Union([Description, Type.Null()]),
    }),
  ),
  /** What could not be opened or started; kept until the device comes anew. */
  failures: Type.Array(Type.Object({ driver: Text, id: Text, reason: Text })),
  mixer: Type.Object({
    driver: Text,
    state: Type.Enum(['none', 'open', 'failed']),
    reason: Text,
    isOpen: Type.Boolean(),
    clock: Type.Enum(['running', 'lost']),
    faultyStrips: Type.Array(Text),
    faults: Type.Optional(Type.Array(Type.Object({ path: Text, count: Type.Number() }))),
  }),
  clock: Type.Object({
    rate: Type.Number(),
    quantum: Type.Number(),
    supportedRates: Type.Array(Type.Number()),
    driving: Text,
  }),
  /** What of the real-time set-up could not be had, in words. */
  realTime: Type.Array(Text),
  warnings: Type.Array(Type.Object({ id: Text, driver: Text, text: Text })),
});
export type Status = Static<typeof Status>;

export const Figures = Type.Object({
  rate: Type.Number(),
  quantum: Type.Number(),
  xruns: Type.Number(),
  /** Epoch milliseconds, 0 for never. */
  lastXrunMs: Type.Number(),
  blockUs: Type.Number(),
  blockMaxUs: Type.Number(),
  wakeupJitterUs: Type.Number(),
  policy: Text,
  priority: Type.Number(),
  dspLoadPercent: Type.Number(),
  dspLoadMaxPercent: Type.Number(),
});
export type Figures = Static<typeof Figures>;
