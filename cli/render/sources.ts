// What the inputs of a render are: a file for each port, heard by a strip, by a talkback, or by whatever has the source.

import type { Value } from '../../core/driver.ts';
import type { RenderJob } from '../../core/services/render-job.ts';
import { CommandError } from '../command-error.ts';
import type { PlaceFile } from './request.ts';
import { legsOf } from './strip-legs.ts';

type RenderInputs = NonNullable<RenderJob['inputs']>;

/** The device whose ports are heard by one strip or talkback each. */
const device = 'render';

export class RenderSources {
  readonly inputs: RenderInputs = [];
  /** The source of each strip or talkback that has a file of its own. */
  readonly #heardBy = new Map<string, string>();

  /** `channels` of each file, in the order of the inputs. */
  constructor(files: readonly PlaceFile[], channels: readonly number[]) {
    files.forEach(({ place, file, channel }, at) => {
      if (!place.startsWith('/')) return;
      const next = Math.min(channel + 1, channels[at] ?? channel);
      const legs = legsOf(place) === 2 ? [channel, next] : [channel];
      this.#heardBy.set(place, `${device}:in-${this.inputs.length + 1}`);
      for (const each of legs) this.#add(`${device}:in-${this.inputs.length + 1}`, { file, channel: each });
    });
    this.#addPorts(files.filter(({ place }) => !place.startsWith('/')));
  }

  /** Desired values of the mixer, with files in place of the patched sources. Throws CommandError refused. */
  patched(values: readonly Value[]): readonly Value[] {
    const without = new Set(this.#heardBy.keys());
    const patched = values.map((value) => {
      const { path, field } = value;
      const place = path.replace(/^\/patch\/rightLegs/, '/channel');
      const source = this.#heardBy.get(place);
      if (source === undefined) return value;
      if (field === 'sourceSelected') return { ...value, value: 'main' };
      if (field !== 'sourceId') return value;
      without.delete(place);
      return { ...value, value: place === path ? source : '' };
    });
    for (const place of without)
      throw new CommandError('refused', `--input ${place}: it is not there, or has no source`);
    return patched;
  }

  /** Throws CommandError refused for a source that is written and has no file. */
  check(path: string, values: readonly Value[]): void {
    const known = new Set(this.inputs.map(({ source }) => source));
    for (const { field, value } of values) {
      if (!/^(sourceId|spareSourceId)$/.test(field) || value === '' || known.has(String(value))) continue;
      throw new CommandError(
        'refused',
        `${path} ${field}=${value}: no file is this source; give --input ${value}=FILE`,
      );
    }
  }

  /** In the order of their device: a right leg takes the next port, which is silent where it has no file. */
  #addPorts(files: readonly PlaceFile[]): void {
    const given = new Map(files.map((each) => [each.place, each]));
    for (const { place } of files)
      if (!given.has(nextPort(place))) given.set(nextPort(place), { place, file: '', channel: 1 });
    for (const source of [...given.keys()].sort(byNumbers)) {
      const { file, channel } = given.get(source) as PlaceFile;
      this.#add(source, file === '' ? {} : { file, channel });
    }
  }

  #add(source: string, of: { file?: string; channel?: number }): void {
    this.inputs.push({ port: `in-${this.inputs.length + 1}`, source, ...of });
  }
}

/** `box:in-4` after `box:in-3`. */
function nextPort(source: string): string {
  const next = source.replace(/\d+$/, (number) => String(Number(number) + 1));
  return next === source ? `${source}-right` : next;
}

const { compare: byNumbers } = new Intl.Collator('en', { numeric: true });
