// What is known of a TotalMix FX: its faders, what each view showed, and what the desk wrote and has not seen yet.
import type { Key, KeyValue, Parameter } from '../hardware.ts';
import { type Bus, parametersOf, type RemoteChannels } from './channels.ts';
import { type Field, fieldsOf, readField, routeFields } from './fields.ts';
import { channelsOf, type Layout, type Strip, sourceOf, stripOf } from './layout.ts';
import type { View } from './view.ts';
import type { Dump } from './visits.ts';

/** Where a key is written and read. */
export interface Place {
  readonly view: View;
  /** Its address is the one in this view. */
  readonly field: Field;
  readonly parameter: Parameter;
  /** A value of 1 turns over what there is: the address takes no other. */
  readonly isToggle: boolean;
  readonly identity: ReadonlyMap<string, string>;
}

const nowhere: Layout = { input: [], playback: [], output: [] };

export class Picture {
  readonly channels: RemoteChannels;
  readonly parameters: ReadonlyMap<Key, Parameter>;
  layout: Layout = nowhere;
  /** False until the faders were read, and when they may have changed: nothing is written then. */
  isSure = false;
  /** By `viewKey`. */
  readonly dumps = new Map<string, Dump>();
  /** By page and row, addresses that some of its views do not have: TotalMix FX sends no pad of a channel without one. */
  readonly lacking = new Map<string, Set<string>>();
  /** As last reported. */
  readonly values = new Map<Key, KeyValue>();
  /** Written by the desk and not sent yet; those that are being sent. */
  readonly waiting = new Map<Key, KeyValue>();
  readonly sending = new Set<Key>();
  /** As last written by the desk. */
  readonly wanted = new Map<Key, KeyValue>();
  /** The number at which TotalMix FX has what is wanted, as near as its steps allow. */
  readonly nearest = new Map<Key, unknown>();

  constructor(channels: RemoteChannels) {
    this.channels = channels;
    this.parameters = parametersOf(channels);
  }

  /** All is unknown again, and nothing is waiting. */
  forget(): void {
    this.layout = nowhere;
    this.isSure = false;
    for (const part of [this.dumps, this.lacking, this.values, this.waiting, this.wanted, this.nearest]) part.clear();
  }

  /** The key that has the value of this one: the first channel of a pair has those of both, but for gain and polarity. */
  ownerOf(key: Key): Key {
    const [kind = '', first = '', second = '', last = ''] = key.split('/');
    if (kind === 'mix') {
      const { bus, channel } = sourceOf(this.channels, Number(second));
      const behind = bus === 'playback' ? this.channels.inputs.length : 0;
      const output = stripOf(this.layout, 'output', Number(first) - 1)?.start ?? Number(first) - 1;
      const input = (stripOf(this.layout, bus, channel)?.start ?? channel) + behind;
      return `mix/${output + 1}/${input + 1}/${last}`;
    }
    const bus = kind as Bus;
    const strip = stripOf(this.layout, bus, Number(first) - 1);
    const field = fieldsOf[bus]?.find(({ name }) => name === second);
    return strip === undefined || field?.right !== undefined ? key : `${kind}/${strip.start + 1}/${second}`;
  }

  /** Undefined for a channel that TotalMix FX hides, or before the faders are known. */
  placeOf(key: Key): Place | undefined {
    const [kind = '', first = '', second = '', last = ''] = key.split('/');
    const parameter = this.parameters.get(key);
    if (parameter === undefined) return undefined;
    if (kind === 'mix') {
      const source = sourceOf(this.channels, Number(second));
      const strip = stripOf(this.layout, source.bus, source.channel);
      const output = stripOf(this.layout, 'output', Number(first) - 1);
      const field = routeFields(1).find(({ name }) => name === last);
      if (!strip || !output || !field) return undefined;
      const view: View = { page: 1, bus: source.bus, start: strip.start, submix: output.start };
      const identity = new Map([...identityOf(1, strip), ['/1/labelSubmix', output.name]]);
      return { view, field, parameter, isToggle: false, identity };
    }
    const bus = kind as Bus;
    const channel = Number(first) - 1;
    const strip = stripOf(this.layout, bus, channel);
    const field = fieldsOf[bus]?.find(({ name }) => name === second);
    if (!strip || !field) return undefined;
    const { absolute, right, address } = field;
    const page = absolute === undefined ? 2 : 1;
    const at = absolute ?? (channel === strip.start ? address : (right ?? address));
    return {
      view: { page, bus, start: strip.start, submix: 0 },
      field: { ...field, address: at },
      parameter,
      isToggle: field.scale === 'flag' && absolute === undefined,
      identity: identityOf(page, strip),
    };
  }

  /** The values of a fader's page 2. */
  readChannel(bus: Bus, strip: Strip, dump: Dump): ReadonlyMap<Key, KeyValue> {
    const found = new Map<Key, KeyValue>();
    for (const channel of channelsOf(strip)) {
      for (const field of fieldsOf[bus]) {
        const isOwn = channel !== strip.start && field.right !== undefined;
        const address = isOwn ? (field.right as string) : field.address;
        this.#add(found, `${bus}/${channel + 1}/${field.name}`, { ...field, address }, dump);
      }
    }
    return found;
  }

  /** The values of the faders in view of a mix, on page 1. */
  readRoutes(bus: Bus, strips: readonly Strip[], output: Strip, dump: Dump): ReadonlyMap<Key, KeyValue> {
    const found = new Map<Key, KeyValue>();
    const behind = bus === 'playback' ? this.channels.inputs.length : 0;
    strips.forEach((strip, index) => {
      for (const field of routeFields(index + 1)) {
        for (const to of channelsOf(output)) {
          for (const from of channelsOf(strip)) {
            this.#add(found, `mix/${to + 1}/${from + behind + 1}/${field.name}`, field, dump);
          }
        }
      }
    });
    return found;
  }

  #add(found: Map<Key, KeyValue>, key: Key, field: Field, dump: Dump): void {
    const parameter = this.parameters.get(key);
    const owner = this.ownerOf(key);
    if (parameter === undefined || this.waiting.has(owner) || this.sending.has(owner)) return;
    const value = this.#isNearest(owner, field, dump) ? this.wanted.get(owner) : readField(field, parameter, dump);
    if (value !== undefined) found.set(key, value);
  }

  #isNearest(key: Key, { address }: Field, dump: Dump): boolean {
    return this.nearest.has(key) && this.nearest.get(key) === dump.get(address);
  }
}

const identityOf = (page: 1 | 2, { name }: Strip): ReadonlyMap<string, string> =>
  new Map([[page === 1 ? '/1/trackname1' : '/2/trackname', name]]);
