// Desired values of the mixer for a render: with channels of the take in place of the sources of its strips.
import type { RenderJob, RenderValue } from 'rowdesk/provider';
import { type StripKind, stripPath } from '../../console/index.ts';
import { twoLegged } from '../../patch/index.ts';
import type { TakeFile } from '../take-file.ts';

type Inputs = NonNullable<RenderJob['inputs']>;

const outputsPath = '/patch/outputs';
/** The device of a render: its ports are channels of the take. */
const device = 'take';
const insertsPath = '/patch/inserts';
/** What a render has not: a recorder, a playing take, other places for the outputs, hardware. */
const foreign = ['/record', '/vsc/settings', outputsPath, insertsPath, '/patch/insertLatencies'];
/** In a recording Post-Trim already. */
const inPostTrim: readonly string[] = ['trimDb', 'polarityInverted'];
const neutral: Readonly<Record<string, unknown>> = { trimDb: 0, polarityInverted: false };

export class RenderValues {
  readonly inputs: Inputs = [];
  /** What of the take is not in the render, and what of its strips, in words. */
  readonly leftOut: string[] = [];
  readonly #tapPoint: string;
  /** The source of each strip that has a track. */
  readonly #sources = new Map<string, string>();
  /** Strips that are rendered: a delay or trim for loudspeakers is no part of the mix. */
  readonly #rendered: ReadonlySet<string>;

  /** `values`: all of the desk; a strip has a track where it takes a source. `file`: the path of take.json. */
  constructor(take: TakeFile, file: string, values: readonly RenderValue[], rendered: readonly string[]) {
    this.#tapPoint = take.tapPoint;
    this.#rendered = new Set(rendered.map((path) => `${path}/speakerAlign`));
    const takesSource = new Set(values.filter(({ field }) => field === 'sourceId').map(({ path }) => path));
    let first = 1;
    for (const { path, name, channels, role } of take.tracks) {
      if (role === 'track' && takesSource.has(path) && !this.#sources.has(path))
        this.#feed(path, file, first, channels);
      else if (role === 'track') this.leftOut.push(`${name}: ${path} takes no source on this desk`);
      first += channels;
    }
    const hardware = values.find(({ path }) => path === insertsPath)?.value as readonly unknown[] | undefined;
    if (hardware !== undefined && hardware.length > 0) this.leftOut.push('inserts through hardware: a render has none');
    if (take.tapPoint === 'Post-Trim') {
      this.leftOut.push(
        'trim and polarity of the recorded strips: they are in the recording, which was made Post-Trim',
      );
    }
  }

  /** Those that a render has, as it has them. */
  patched<V extends RenderValue>(values: readonly V[]): readonly V[] {
    return values.filter(({ path }) => !foreign.includes(path)).map((value) => this.#patched(value));
  }

  #patched<V extends RenderValue>(value: V): V {
    const { path, field } = value;
    if (field === 'enabled' && this.#rendered.has(path)) return { ...value, value: false };
    const place = path.replace(/^\/patch\/rightLegs/, '/channel');
    const source = this.#sources.get(place);
    if (source === undefined) return value;
    if (field === 'sourceSelected') return { ...value, value: 'main' };
    if (field === 'sourceId') return { ...value, value: place === path ? source : '' };
    return this.#tapPoint === 'Post-Trim' && inPostTrim.includes(field) ? { ...value, value: neutral[field] } : value;
  }

  /** A strip of two legs takes the next port for its right one. */
  #feed(path: string, file: string, first: number, channels: number): void {
    const port = () => `in-${this.inputs.length + 1}`;
    this.#sources.set(path, `${device}:${port()}`);
    const [, , kind = ''] = path.split('/');
    const legs = twoLegged.includes(kind as StripKind) ? 2 : 1;
    for (let leg = 0; leg < legs; leg++) {
      const channel = first + Math.min(leg, channels - 1);
      this.inputs.push({ port: port(), source: `${device}:${port()}`, file, channel });
    }
  }
}

export interface RenderedStrip {
  readonly kind: StripKind;
  readonly index: number;
  /** Absolute. */
  readonly file: string;
}

/** One port of the device for each leg, in this order. */
export function playedOutputs(
  strips: readonly RenderedStrip[],
  model: string,
  format: RenderJob['outputs'][number]['format'],
) {
  const patched: object[] = [];
  const outputs = strips.map(({ kind, index, file }) => {
    const ports = (twoLegged.includes(kind) ? ['left', 'right'] : ['left']).map((leg) => {
      const port = `out-${patched.length + 1}`;
      patched.push({ strip: { kind, index }, leg, portId: `${model}:${port}`, levelDb: 0 });
      return port;
    });
    return { ports, file, format };
  });
  return { outputs, value: { path: outputsPath, field: 'outputs', value: patched } };
}

export const rendered = (strips: readonly RenderedStrip[]): readonly string[] =>
  strips.map((strip) => stripPath(strip));
