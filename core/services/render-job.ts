// The job of a render: one JSON object on stdin.
import { type Static, Type } from '../base/typebox.ts';

const frames = (minimum: number) => Type.Integer({ minimum, maximum: 2 ** 40 });
const port = Type.String({ minLength: 1, maxLength: 64 });
const file = Type.String({ minLength: 1, maxLength: 4096 });
const closed = { additionalProperties: false };

const format = Type.Object(
  { container: Type.Enum(['wav', 'rf64', 'flac']), encoding: Type.Enum(['int16', 'int24', 'float32']) },
  closed,
);

/** A desired value of the mixer, or of the stagebox. */
const RenderValue = Type.Object(
  {
    path: Type.String({ pattern: '^/' }),
    field: Type.String({ minLength: 1 }),
    value: Type.Unknown(),
    /** `mixer`, or `stagebox:{model}`. */
    target: Type.Optional(Type.String({ default: 'mixer' })),
    /** A level of the mixer fades there over so many ms. */
    fadeMs: Type.Optional(Type.Number({ minimum: 0 })),
  },
  closed,
);

export const RenderJob = Type.Object(
  {
    /** Folders of the two driver packages. */
    drivers: Type.Object({ mixer: Type.String({ minLength: 1 }), device: Type.String({ minLength: 1 }) }, closed),
    /** Strips per kind. */
    layout: Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 256 })),
    /** The stagebox's model, and its id. Its ports are `in-1`..., `out-1`..., for a strip's source `virtual-32x16:in-1`. */
    model: Type.Optional(Type.String({ default: 'virtual-32x16' })),
    /** Hz. Default: the rate of the first input's file where the stagebox supports it, else 48000. */
    rate: Type.Optional(Type.Integer({ minimum: 1 })),
    blockFrames: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096, default: 64 })),
    /** Length. Default: the longest input to its end, plus the tail. */
    frames: Type.Optional(frames(1)),
    tailFrames: Type.Optional(frames(0)),
    /** Applied before frame 0, without ramps. */
    values: Type.Optional(Type.Array(RenderValue)),
    /** Each is applied exactly at its frame. */
    changes: Type.Optional(Type.Array(Type.Object({ atFrame: frames(0), values: Type.Array(RenderValue) }, closed))),
    /**
     * Files on input ports; a file of another rate is resampled. Float to the strip: nothing clips. `channel` from 1.
     * A strip's source is the port's `source`, else `model:port`; without a file it is silent.
     */
    inputs: Type.Optional(
      Type.Array(
        Type.Object(
          {
            port,
            file: Type.Optional(file),
            channel: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
            source: Type.Optional(Type.String({ minLength: 1, maxLength: 192 })),
          },
          closed,
        ),
      ),
    ),
    /** Output ports into one file, one channel each; without a format a WAV of float32. */
    outputs: Type.Array(
      Type.Object(
        { ports: Type.Array(port, { minItems: 1, maxItems: 256 }), file, format: Type.Optional(format) },
        closed,
      ),
    ),
    /** The folder of a stagebox input's `file`. */
    mediaFolder: Type.Optional(Type.String()),
    /** The mixer's instruction set, one that the machine has. Default: the widest. */
    instructionSet: Type.Optional(Type.String({ minLength: 1 })),
  },
  closed,
);
export type RenderJob = Static<typeof RenderJob>;
export type RenderValue = Static<typeof RenderValue>;
export type RenderChange = NonNullable<RenderJob['changes']>[number];

/** Lines of stdout, a JSON object each: progress, then one report. */
export interface RenderProgress {
  readonly type: 'progress';
  readonly frames: number;
  readonly totalFrames: number;
  /** Hz */
  readonly rate: number;
}
export interface RenderReport {
  readonly type: 'report';
  readonly frames: number;
  /** Hz */
  readonly rate: number;
  readonly blockFrames: number;
  /** Run time without reading and resampling files. */
  readonly elapsedS: number;
  /** Seconds of sound per second. */
  readonly timesRealTime: number;
  /** Per file, the largest sample of each channel in dBFS; -144 for silence. */
  readonly outputs: readonly { readonly file: string; readonly peaksDb: readonly number[] }[];
  /** Faults of strips and the like, for the operator. */
  readonly warnings: readonly string[];
}
