// Parts of the link's messages: the plan of a driver process, and its status.

import { type Static, type TSchema, Type } from '../../base/typebox.ts';
import { type DeviceDescription, type DiscoveredModel, driverKinds } from '../../driver.ts';
import type { JoinedDeviceFigures } from '../../services.ts';

export const Text = Type.String();
export const Count = Type.Integer({ minimum: 0 });
export const Entries = Type.Array(Type.Tuple([Text, Text]));
export const Fields = Type.Record(Text, Type.Unknown());

/** A schema whose values are of an interface of the public API: the interface stays the one declaration. */
export const shapeOf =
  <T>() =>
  <S extends TSchema>(schema: Static<S> extends T ? S : never) =>
    Type.Unsafe<T>(schema);

const Card = Type.Object({
  inputs: Type.Boolean(),
  outputs: Type.Boolean(),
  place: Type.Enum(['interface', 'on-board', 'screen']),
  heldBy: Text,
});

/** What a device is known by is part of messages and warnings: short. */
const Known = Type.String({ maxLength: 128 });
const ofIdentity = { usbPort: Type.Optional(Known), serial: Type.Optional(Known), stream: Type.Optional(Known) };
export const Identity = Type.Object(ofIdentity);

export const ModelShape = shapeOf<DiscoveredModel>()(
  Type.Object({
    ...{ id: Text, transport: Text, modelId: Text, model: Text, label: Text, address: Text },
    card: Type.Optional(Card),
    identity: Type.Optional(Identity),
  }),
);

/** A driver package that the process loads. */
export const LoadOrder = Type.Object({
  name: Text,
  version: Text,
  kind: Type.Enum([...driverKinds]),
  audio: Type.Boolean(),
  /** Absolute path of its module. */
  module: Text,
  config: Fields,
  /** Each a ProcessorDescription (core/driver/processor.ts), checked when its file was read. */
  processors: Type.Array(Fields),
  /** MixerFields (core/driver/mixer-field.ts), checked when their file was read; absent for none. */
  fields: Type.Optional(Fields),
});
export type LoadOrder = Static<typeof LoadOrder>;

/** Packages that crashed too often, with the reason. */
export const SetAside = Type.Array(Type.Object({ driver: Text, reason: Text }));

const PlannedDevice = Type.Object({
  model: ModelShape,
  driver: Text,
  /** A stand-in for an absent device: it plays silence, and gets no desired values. */
  fallback: Type.Boolean(),
  /** The configuration that its driver opens it with, default {}. */
  config: Type.Optional(Fields),
  /** It may join with a clock of its own, default false. */
  resample: Type.Optional(Type.Boolean()),
});
export type PlannedDevice = Static<typeof PlannedDevice>;

/** The desired state of a driver process. The process changes only what differs. */
export const ProcessPlan = Type.Object({
  number: Count,
  layout: Type.Record(Text, Count),
  /** The mixer's package, '' for none. */
  mixer: Text,
  /** In the order of preference: the first with audio that starts drives the mixer. */
  devices: Type.Array(PlannedDevice),
  /** Ids of devices for the mixer that are not in `devices` now: what they had in it stays reserved. Default none. */
  awaited: Type.Optional(Type.Array(Text)),
  /** The configurations of drivers that a client changed, by package. Default none. */
  configs: Type.Optional(Type.Record(Text, Fields)),
  /** Hz, while no rate is forced. */
  rate: Type.Number({ minimum: 1 }),
  blockFrames: Type.Integer({ minimum: 1, maximum: 4096 }),
  /** The process keeps these for its next control process, which then makes the same plan. */
  setAside: SetAside,
});
export type ProcessPlan = Static<typeof ProcessPlan>;

const Port = Type.Object({
  id: Text,
  label: Text,
  direction: Type.Enum(['input', 'output']),
  channel: Count,
  connector: Text,
  audioChannel: Type.Optional(Count),
});
export const ClockGrade = Type.Enum(['external-locked', 'device', 'network', 'internal']);

export const Description = shapeOf<DeviceDescription>()(
  Type.Object({
    id: Text,
    label: Text,
    model: Text,
    transport: Text,
    ports: Type.Array(Port),
    inputLatencyFrames: Type.Number(),
    outputLatencyFrames: Type.Number(),
    clockId: Text,
    clockGrade: Type.Optional(ClockGrade),
    clockFault: Type.Optional(Text),
    supportedRates: Type.Array(Type.Number()),
    away: Type.Optional(Text),
    identity: Type.Optional(Identity),
    audioHalf: Type.Optional(Type.Object({ id: Type.Optional(Known), ...ofIdentity })),
  }),
);

/** A device that joins the driving one, or the channels that an absent one has left. */
const JoinedDeviceStatus = Type.Object({
  id: Text,
  /** stopped: one side does not run; filling: its sound begins soon. */
  state: Type.Enum(['running', 'filling', 'stopped', 'failed']),
  reason: Text,
  clockId: Text,
  resamples: Type.Boolean(),
  /** Its channels in the mixer. */
  inputs: Count,
  outputs: Count,
  /** Times at which sound was missing, since it joined; and whether one was in the last minute. */
  gaps: Count,
  hasGaps: Type.Boolean(),
});
export type JoinedDeviceStatus = Static<typeof JoinedDeviceStatus>;

/** The observed state of a driver process, sent whole after each change. */
export const Status = Type.Object({
  /** The number of the newest plan that the process has carried out. */
  plan: Count,
  packages: Type.Array(
    Type.Object({
      name: Text,
      version: Text,
      state: Type.Enum(['loaded', 'failed']),
      reason: Text,
      /** False for a driver without `discover`: the process tries the configured devices. */
      discovers: Type.Boolean(),
    }),
  ),
  models: Type.Array(Type.Object({ driver: Text, model: ModelShape })),
  devices: Type.Array(
    Type.Object({
      id: Text,
      driver: Text,
      fallback: Type.Boolean(),
      state: Type.Enum(['driving', 'joined', 'open', 'failed', 'different-clock']),
      reason: Text,
      description: Type.Union([Description, Type.Null()]),
    }),
  ),
  /** Devices that could not be opened or started; kept until the device appears again. */
  failures: Type.Array(Type.Object({ driver: Text, id: Text, reason: Text })),
  mixer: Type.Object({
    driver: Text,
    state: Type.Enum(['none', 'open', 'failed']),
    reason: Text,
    isOpen: Type.Boolean(),
    clock: Type.Enum(['running', 'lost']),
    faultyStrips: Type.Array(Text),
    faults: Type.Optional(Type.Array(Type.Object({ path: Text, count: Type.Number() }))),
    /** ms by which the longest path into a strip exceeds latency compensation. */
    alignmentExcess: Type.Optional(Type.Array(Type.Object({ path: Text, ms: Type.Number() }))),
  }),
  clock: Type.Object({
    rate: Type.Number(),
    quantum: Type.Number(),
    supportedRates: Type.Array(Type.Number()),
    driving: Text,
  }),
  /** Absent from a process in which no device joins. */
  joined: Type.Optional(
    Type.Object({
      /** Channels that all devices with a clock of their own may have, both directions together. */
      mostChannels: Count,
      devices: Type.Array(JoinedDeviceStatus),
    }),
  ),
  /** Parts of the real-time set-up that failed, in words. */
  realTime: Type.Array(Text),
  warnings: Type.Array(Type.Object({ id: Text, driver: Text, text: Text })),
});
export type Status = Static<typeof Status>;

const JoinedFigures = shapeOf<JoinedDeviceFigures>()(
  Type.Object({
    id: Text,
    ratio: Type.Number(),
    deviationPpm: Type.Number(),
    inputFillFrames: Type.Number(),
    outputFillFrames: Type.Number(),
    inputLatencyFrames: Type.Number(),
    outputLatencyFrames: Type.Number(),
    processorTimePercent: Type.Number(),
    processorTimeMaxPercent: Type.Number(),
  }),
);

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
  /** Absent from a process in which no device joins. */
  joined: Type.Optional(Type.Array(JoinedFigures)),
});
export type Figures = Static<typeof Figures>;
