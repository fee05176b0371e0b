// Where a value of the device stands in the desk's rows: keys, and the paths and fields that they have.
import type { Key } from './hardware.ts';

export interface Place {
  readonly path: string;
  readonly field: string;
}

/** Who wins when a value is changed at the device: the desk (`pin`), or the device (`remember`). */
export type Policy = 'pin' | 'remember';
export type Area = 'routing' | 'gain' | 'phantom' | 'clock';
export type Policies = Readonly<Record<Area, Policy>>;

export const rootPath = '/vendorA/totalmix';
/** These are a preamp's; the rows of all stageboxes have them. */
const ofPreamps: readonly string[] = ['gainDb', 'phantom', 'pad', 'label'];
const ofGain: readonly string[] = ['gainDb', 'pad', 'autoset', 'hiZ', 'referenceLevel'];

/** The places of one device. */
export class Places {
  readonly #device: string;

  constructor(device: string) {
    this.#device = device;
  }

  /** The row of a key, and its field there. */
  of(key: Key): Place {
    const [side, a = '', b = '', field = ''] = key.split('/');
    if (side === 'mix') return { path: `${rootPath}/mix/${a}/${b}`, field };
    if (side === 'input')
      return ofPreamps.includes(b) ? this.#stagebox('inputs', a, b) : { path: inputPath(a), field: b };
    if (side === 'output') return b === 'label' ? this.#stagebox('outputs', a, b) : { path: outputPath(a), field: b };
    return { path: rootPath, field: key };
  }

  /** Undefined for a place of no key. `muted` of a mix place is one, although it is a level at the device. */
  keyAt({ path, field }: Place): Key | undefined {
    const ofStagebox = `/stagebox/${this.#device}/`;
    if (path === rootPath) return field === 'clockSource' || field === 'sampleRateHz' ? field : undefined;
    const [side, a, b] = path.startsWith(ofStagebox)
      ? path.slice(ofStagebox.length).split('/')
      : path.startsWith(`${rootPath}/`)
        ? path.slice(rootPath.length + 1).split('/')
        : [];
    if (side === 'mix') return a === undefined || b === undefined ? undefined : `mix/${a}/${b}/${field}`;
    if (a === undefined || b !== undefined) return undefined;
    const key = side === 'inputs' ? `input/${a}/${field}` : side === 'outputs' ? `output/${a}/${field}` : undefined;
    return key !== undefined && this.of(key).path === path ? key : undefined;
  }

  #stagebox(side: 'inputs' | 'outputs', channel: string, field: string): Place {
    return { path: `/stagebox/${this.#device}/${side}/${channel}`, field };
  }
}

export function inputPath(channel: string | number): string {
  return `${rootPath}/inputs/${channel}`;
}

export function outputPath(channel: string | number): string {
  return `${rootPath}/outputs/${channel}`;
}

export function areaOf(key: Key): Area {
  if (key === 'clockSource') return 'clock';
  const [side, , field = ''] = key.split('/');
  if (side === 'mix') return 'routing';
  if (field === 'phantom') return 'phantom';
  return ofGain.includes(field) ? 'gain' : 'routing';
}
