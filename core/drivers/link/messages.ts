// The JSON messages of the link, checked where they arrive. A newer minor version may add members and message types:
// members that are unknown here are left alone, types that are unknown are left out.
import { driverKinds } from '../../driver.ts';
import { Compile, type Static, type TSchema, Type } from '../../typebox.ts';

/** Another major: nothing but `hello` and `stop` is understood. Another minor: something was added. */
export const protocol = { major: 1, minor: 1 } as const;

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
const Entries = Type.Array(Type.Tuple([Text, Text]));
const Fields = Type.Record(Text, Type.Unknown());

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
});
export type LoadOrder = Static<typeof LoadOrder>;

/** Packages that crashed too often, with the reason. */
const SetAside = Type.Array(Type.Object({ driver: Text, reason: Text }));

const PlannedDevice = Type.Object({
  model: Model,
  driver: Text,
  /** It stands in for a device that is not there: its sound is silence and the desk's values are kept from it. */
  fallback: Type.Boolean(),
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

const Interval = Type.Union([Type.Number({ minimum: 1 }), Type.Null()]);

const Bands = Type.Union([Type.Literal(3), Type.Literal(6), Type.Literal(12), Type.Literal(24)]);

const processSchemas = {
  hello: Type.Object({
    type: Type.Literal('hello'),
    major: Count,
    minor: Count,
    /** `audio`, or `driver-` and a package's name. */
    name: Text,
    epoch: Text,
    processId: Count,
    version: Text,
    /** Of the desk it served last, '' for none yet. */
    storeId: Text,
    /** Started by `rowdesk drive`: it does not end with the control process. */
    foreground: Type.Boolean(),
    loaded: Type.Array(Type.Object({ name: Text, version: Text })),
    setAside: SetAside,
    table: Entries,
  }),
  table: Type.Object({ type: Type.Literal('table'), entries: Entries }),
  targets: Type.Object({
    type: Type.Literal('targets'),
    targets: Type.Array(Type.Object({ number: Count, name: Text })),
  }),
  status: Type.Object({ type: Type.Literal('status'), status: Status }),
  figures: Type.Object({ type: Type.Literal('figures'), figures: Figures }),
  meterPaths: Type.Object({ type: Type.Literal('meterPaths'), paths: Type.Array(Text), legs: Type.Array(Count) }),
  /** Mid-band frequencies, before the first spectrum that has them. */
  bands: Type.Object({
    type: Type.Literal('bands'),
    bandsPerOctave: Bands,
    frequenciesHz: Type.Array(Type.Number()),
  }),
  /** By the number of the order; see AnalysisResults of driver.ts. */
  alignment: Type.Object({
    type: Type.Literal('alignment'),
    number: Count,
    /** Epoch milliseconds. */
    atMs: Type.Number(),
    frames: Type.Number(),
    offsetMs: Type.Number(),
    confidencePercent: Type.Number(),
  }),
  answer: Type.Object({
    type: Type.Literal('answer'),
    id: Count,
    result: Type.Optional(Fields),
    error: Type.Optional(Text),
  }),
  log: Type.Object({
    type: Type.Literal('log'),
    level: Type.Enum(['debug', 'info', 'warn', 'error']),
    driver: Text,
    message: Text,
  }),
  /** It ends in order; `asked` by a `stop` of the link, and then it is not to be started again. */
  bye: Type.Object({ type: Type.Literal('bye'), reason: Text, asked: Type.Boolean() }),
};

const controlSchemas = {
  hello: Type.Object({
    type: Type.Literal('hello'),
    major: Count,
    minor: Count,
    storeId: Text,
    epoch: Text,
    version: Text,
    packages: Type.Array(LoadOrder),
    mediaFolder: Text,
    recordingsFolder: Text,
    /** How long the process outlives its control process, null for ever. */
    lingerS: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    table: Entries,
  }),
  table: Type.Object({ type: Type.Literal('table'), entries: Entries }),
  plan: Type.Object({ type: Type.Literal('plan'), plan: Plan }),
  /** All targets have what is wanted and have settled: the outputs may open. */
  open: Type.Object({ type: Type.Literal('open') }),
  observe: Type.Object({ type: Type.Literal('observe'), id: Count, target: Text }),
  call: Type.Object({ type: Type.Literal('call'), id: Count, target: Text, method: Text, args: Fields }),
  /** How often meters and figures are read, null for not at all. */
  read: Type.Object({ type: Type.Literal('read'), metersMs: Interval, figuresMs: Interval }),
  /** Since minor 1: AnalysisOrder of driver.ts. */
  analyse: Type.Object({
    type: Type.Literal('analyse'),
    spectra: Type.Array(
      Type.Object({ number: Count, path: Text, bandsPerOctave: Bands, intervalMs: Type.Number({ minimum: 1 }) }),
    ),
    alignments: Type.Array(Type.Object({ number: Count, path: Text, reference: Text })),
  }),
  discover: Type.Object({ type: Type.Literal('discover') }),
  /** Ends the process in order. Understood from everybody who can open the socket, whatever the version. */
  stop: Type.Object({ type: Type.Literal('stop'), reason: Text }),
};

/** Stands for the `hello` of a process of another major version, of which nothing else can be read. */
export interface ForeignHello {
  readonly type: 'foreign';
  readonly major: number;
}

type MessageOf<S extends Record<string, TSchema>> = { [K in keyof S]: Static<S[K]> }[keyof S];
export type ProcessMessage = MessageOf<typeof processSchemas>;
export type ControlMessage = MessageOf<typeof controlSchemas>;
export type ProcessHello = Static<typeof processSchemas.hello>;
export type ControlHello = Static<typeof controlSchemas.hello>;

/** Reads a message: undefined for a type that is unknown here. Throws Error that names what does not fit. */
export type ReadMessage<M> = (json: unknown) => M | undefined;

function reader<M>(schemas: Record<string, TSchema>): ReadMessage<M> {
  const compiled = new Map<string, ReturnType<typeof Compile>>();
  return (json) => {
    const type = (json as { type?: unknown } | null)?.type;
    if (typeof type !== 'string') throw new Error('a message has no type');
    const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    if (!schema) return undefined;
    const check = compiled.get(type) ?? Compile(schema);
    compiled.set(type, check);
    if (check.Check(json)) return json as M;
    const [first] = check.Errors(json);
    throw new Error(`the message '${type}' does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`);
  };
}

const readSameMajor: ReadMessage<ProcessMessage> = reader(processSchemas);

export const readProcessMessage: ReadMessage<ProcessMessage | ForeignHello> = (json) => {
  const { type, major } = (json ?? {}) as { type?: unknown; major?: unknown };
  if (type === 'hello' && typeof major === 'number' && major !== protocol.major) return { type: 'foreign', major };
  return readSameMajor(json);
};
export const readControlMessage: ReadMessage<ControlMessage> = reader(controlSchemas);
