// The JSON messages of the link, checked by the receiver. A newer minor version may add members and message types: the
// receiver ignores unknown ones.
import { Compile, type Static, type TSchema, Type } from '../../base/typebox.ts';
import { meterFolds, mostMeterColumns } from '../../driver.ts';
import { GraphReports } from './graph-shapes.ts';
import { Count, Entries, Fields, Figures, LoadOrder, ProcessPlan, SetAside, Status, Text } from './shapes.ts';

/** Processes of different majors understand only `hello` and `stop` of each other. A minor adds members or types. */
export const protocol = { major: 2, minor: 1 } as const;

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
    /** The store of the last desk that the process served, '' for none yet. */
    storeId: Text,
    /** Started by `rowdesk drive`: the process does not end with its control process. */
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
  /** All graphs of the process, after a change of any. */
  graph: Type.Object({ type: Type.Literal('graph'), graphs: GraphReports }),
  figures: Type.Object({ type: Type.Literal('figures'), figures: Figures }),
  /** MeterFormat, before the first frame of meters that has it. */
  meterFormat: Type.Object({
    type: Type.Literal('meterFormat'),
    paths: Type.Array(Text),
    legs: Type.Array(Count),
    columns: Type.Array(
      Type.Object({ name: Text, legs: Type.Integer({ minimum: 1, maximum: 2 }), fold: Type.Enum([...meterFolds]) }),
      { maxItems: mostMeterColumns },
    ),
  }),
  /** Mid-band frequencies, before the first spectrum that has them. */
  bands: Type.Object({
    type: Type.Literal('bands'),
    bandsPerOctave: Bands,
    frequenciesHz: Type.Array(Type.Number()),
  }),
  /** A result of the alignment with this number in the order; see AnalysisResults (core/driver/mixer.ts). */
  alignment: Type.Object({
    type: Type.Literal('alignment'),
    number: Count,
    /** Epoch milliseconds. */
    atMs: Type.Number(),
    frames: Type.Number(),
    offsetMs: Type.Number(),
    confidencePercent: Type.Number(),
    /** Absent from an audio process that does not measure behind the delays. */
    offsetAfterDelayMs: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    confidenceAfterDelayPercent: Type.Optional(Type.Number()),
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
  /** The process ends in order; `asked`: after a `stop`, so that the control process does not start it again. */
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
    /** Time that the process outlives its control process, null for no limit. */
    lingerS: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    table: Entries,
  }),
  table: Type.Object({ type: Type.Literal('table'), entries: Entries }),
  /** Packages that `hello` left out, since they were not built; since minor 1. */
  load: Type.Object({ type: Type.Literal('load'), packages: Type.Array(LoadOrder) }),
  plan: Type.Object({ type: Type.Literal('plan'), plan: ProcessPlan }),
  /** All targets are as desired and have settled: the outputs may open. */
  open: Type.Object({ type: Type.Literal('open') }),
  observe: Type.Object({
    type: Type.Literal('observe'),
    id: Count,
    target: Text,
    /** Default `full`. A `delta` is answered with a frame of that purpose, or with the full state. */
    what: Type.Optional(Type.Enum(['full', 'delta'])),
  }),
  call: Type.Object({ type: Type.Literal('call'), id: Count, target: Text, method: Text, args: Fields }),
  /** Intervals at which the process sends meters and figures, null for not at all. */
  read: Type.Object({ type: Type.Literal('read'), metersMs: Interval, figuresMs: Interval }),
  /** AnalysisOrder of core/driver/mixer.ts. */
  analyse: Type.Object({
    type: Type.Literal('analyse'),
    spectra: Type.Array(
      Type.Object({ number: Count, path: Text, bandsPerOctave: Bands, intervalMs: Type.Number({ minimum: 1 }) }),
    ),
    alignments: Type.Array(Type.Object({ number: Count, path: Text, reference: Text })),
  }),
  discover: Type.Object({ type: Type.Literal('discover') }),
  /** Clears the failures of this driver: the next plan may open its devices again. */
  tryAgain: Type.Object({ type: Type.Literal('tryAgain'), driver: Text }),
  /** Ends the process in order. Any client of the socket may send `stop`, in any version. */
  stop: Type.Object({
    type: Type.Literal('stop'),
    reason: Text,
    /** The audio process ends too: what the sound was announced as may be taken back. Absent: it plays on. */
    soundEnds: Type.Optional(Type.Boolean()),
  }),
};

/** The `hello` of a process of another major version: its other members can't be read. */
export interface ForeignHello {
  readonly type: 'foreign';
  readonly major: number;
}

type MessageOf<S extends Record<string, TSchema>> = { [K in keyof S]: Static<S[K]> }[keyof S];
export type ProcessMessage = MessageOf<typeof processSchemas>;
export type ControlMessage = MessageOf<typeof controlSchemas>;
export type ProcessHello = Static<typeof processSchemas.hello>;
export type ControlHello = Static<typeof controlSchemas.hello>;

/** Reads a message: undefined for an unknown type. Throws Error that names the wrong member. */
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
