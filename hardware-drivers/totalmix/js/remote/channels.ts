// What a model has, as far as the OSC remote reaches it: TotalMix FX says neither which channels have a preamp nor its range.
import type { Parameter, Socket } from '../hardware.ts';

export interface RemoteInput extends Socket {
  /** In dB; absent without a gain. */
  readonly gainDb?: { readonly minimum: number; readonly maximum: number; readonly step: number };
  readonly hasPhantom?: boolean;
  readonly hasPad?: boolean;
  readonly hasInstrument?: boolean;
  readonly hasAutoset?: boolean;
  /** In rising order, as TotalMix FX counts them. */
  readonly referenceLevels?: readonly string[];
}

export interface RemoteOutput extends Socket {
  readonly referenceLevels?: readonly string[];
}

export interface RemoteChannels {
  /** As the maker writes it: `Fireface UCX II`. */
  readonly model: string;
  readonly inputs: readonly RemoteInput[];
  readonly outputs: readonly RemoteOutput[];
  /** The playback channels of the host. */
  readonly playbacks: number;
}

/** The rows of faders of TotalMix FX. */
export type Bus = 'input' | 'playback' | 'output';

export const countOf = ({ inputs, outputs, playbacks }: RemoteChannels, bus: Bus) =>
  bus === 'input' ? inputs.length : bus === 'output' ? outputs.length : playbacks;

const flag: Parameter = { isReadable: true };
const level: Parameter = { isReadable: true, minimum: -65, maximum: 6, step: 0.1 };
const pan: Parameter = { isReadable: true, minimum: -100, maximum: 100, step: 1 };

/** All keys that the remote reaches, with what they can hold. The remote has no clock, and takes no names. */
export function parametersOf(channels: RemoteChannels): ReadonlyMap<string, Parameter> {
  const found = new Map<string, Parameter>();
  channels.inputs.forEach((input, index) => {
    const of = `input/${index + 1}`;
    for (const field of ['polarityInverted', 'stereo', 'msProcessing']) found.set(`${of}/${field}`, flag);
    if (input.gainDb) found.set(`${of}/gainDb`, { isReadable: true, ...input.gainDb });
    if (input.hasPhantom) found.set(`${of}/phantom`, flag);
    if (input.hasPad) found.set(`${of}/pad`, flag);
    if (input.hasInstrument) found.set(`${of}/hiZ`, flag);
    if (input.hasAutoset) found.set(`${of}/autoset`, flag);
    addReference(found, of, input.referenceLevels);
  });
  channels.outputs.forEach(({ referenceLevels }, index) => {
    const of = `output/${index + 1}`;
    for (const field of ['muted', 'polarityInverted', 'stereo', 'loopback']) found.set(`${of}/${field}`, flag);
    found.set(`${of}/levelDb`, level);
    found.set(`${of}/pan`, pan);
    addReference(found, of, referenceLevels);
    for (let source = 1; source <= channels.inputs.length + channels.playbacks; source++) {
      found.set(`mix/${index + 1}/${source}/levelDb`, level);
      found.set(`mix/${index + 1}/${source}/pan`, pan);
    }
  });
  return found;
}

function addReference(found: Map<string, Parameter>, of: string, options: readonly string[] | undefined) {
  if (options) found.set(`${of}/referenceLevel`, { isReadable: true, options });
}
