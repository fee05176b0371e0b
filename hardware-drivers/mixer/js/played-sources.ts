// The virtual soundcheck: strips hear channels of the play ring in the place of their sources. Of the patch nothing changes.
import { isDeepStrictEqual } from 'node:util';
import type { Reading, Value } from 'rowdesk/driver';
import type { FieldGroup } from './field-groups.ts';
import type { NativeMixer } from './native.ts';
import { takesSource } from './nodes.ts';
import type { StripRef } from './strip-refs.ts';

/** The row of the desk that stores the fields. */
const path = '/vsc/settings';
const fields: readonly string[] = ['engaged', 'play', 'live'];
const mostChannels = 512;
/** What a leg hears beside channels of the ring, which count from 0 (played_sources.h). */
const [ownSource, nothing] = [-2, -1];

const legs = ['left', 'right'] as const;

interface Lane extends StripRef {
  readonly leg: (typeof legs)[number];
  /** Of the ring, from 1. */
  readonly channel: number;
}

interface Choice {
  readonly engaged: boolean;
  /** The ring is there while a lane plays, engaged or not: it has to be full before it is heard. */
  readonly play: readonly Lane[];
  /** Strips that keep their source. */
  readonly live: readonly StripRef[];
}

type Strips = ReturnType<NativeMixer['strips']>;

export class PlayedSources implements FieldGroup {
  readonly #native: Pick<NativeMixer, 'makePlayRing' | 'play' | 'played'>;
  readonly #strips: Strips;
  /** False in a render: its sources are those of the job, whatever the desk says. */
  readonly #canPlay: boolean;
  #desired: Choice = { engaged: false, play: [], live: [] };
  /** By number, ascending: what the audio thread has, and what is on its way there. */
  readonly #choices = new Map<number, Choice>([[0, this.#desired]]);
  #number = 0;
  #shown: { readonly choice?: Choice; readonly fault?: string; readonly readings: readonly Reading[] } = {
    readings: [],
  };

  constructor(native: Pick<NativeMixer, 'makePlayRing' | 'play' | 'played'>, strips: Strips, canPlay: boolean) {
    this.#native = native;
    this.#strips = strips;
    this.#canPlay = canPlay;
  }

  takes(value: Value): boolean {
    return value.path === path && fields.includes(value.field);
  }

  /** A value that is not valid, and lanes whose memory can't be had, are refused; the others are applied. */
  apply(values: readonly Value[]): readonly Reading[] {
    const refused: Reading[] = [];
    const before = this.#desired;
    for (const value of values) {
      const reason = this.#fault(value) || this.#makeRing(value);
      if (reason === '') this.#desired = { ...this.#desired, [value.field]: value.value };
      else refused.push({ path, field: value.field, value: value.value, state: 'refused', reason });
    }
    if (isDeepStrictEqual(before, this.#desired)) return refused;
    this.#native.play(++this.#number, this.#channels());
    this.#choices.set(this.#number, this.#desired);
    return refused;
  }

  /** What the audio thread has. */
  get readings(): readonly Reading[] {
    const { played, fault } = this.#native.played();
    for (const number of this.#choices.keys()) if (number < played) this.#choices.delete(number);
    const choice = this.#choices.values().next().value ?? this.#desired;
    if (choice === this.#shown.choice && fault === this.#shown.fault) return this.#shown.readings;
    const { engaged, play, live } = choice;
    const readings: Reading[] = [
      { path, field: 'engaged', value: engaged, state: 'applied' },
      fault === ''
        ? { path, field: 'play', value: play, state: 'applied' }
        : { path, field: 'play', value: [], state: 'refused', reason: fault },
      { path, field: 'live', value: live, state: 'applied' },
      ...this.#stripReadings(choice),
    ];
    this.#shown = { choice, fault, readings };
    return readings;
  }

  /** `isPlayed` of each strip that takes a source: a leg of it hears the ring, and no port has to be there. */
  #stripReadings({ engaged, play }: Choice): readonly Reading[] {
    const played = new Set(engaged ? play.map(pathOf) : []);
    return this.#strips.flatMap((strip): Reading[] => {
      if (!takesSource(strip.path)) return [];
      return [{ path: strip.path, field: 'isPlayed', value: played.has(strip.path), state: 'applied' }];
    });
  }

  /** Returns '', or the reason why the ring stays as it is. */
  #makeRing({ field, value }: Value): string {
    if (field !== 'play' || !this.#canPlay) return '';
    try {
      this.#native.makePlayRing(Math.max(0, ...(value as readonly Lane[]).map(({ channel }) => channel)));
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Left and right of each strip; empty while each hears its own source. */
  #channels(): Int32Array {
    const { engaged, play, live } = this.#desired;
    if (!engaged || !this.#canPlay) return new Int32Array();
    const places = new Map(this.#strips.map((strip, place) => [strip.path, 2 * place]));
    const channels = new Int32Array(this.#strips.length * 2).fill(nothing);
    for (const strip of live) {
      const place = places.get(pathOf(strip)) ?? 0;
      channels.fill(ownSource, place, place + 2);
    }
    for (const lane of play) channels[(places.get(pathOf(lane)) ?? 0) + legs.indexOf(lane.leg)] = lane.channel - 1;
    return channels;
  }

  /** Why the value is not valid, '' where it is. */
  #fault({ field, value }: Value): string {
    if (field === 'engaged') return typeof value === 'boolean' ? '' : 'engaged must be true or false';
    if (!Array.isArray(value)) return `${field} must be a list of ${field === 'play' ? 'lanes' : 'strips'}`;
    const seen = new Set<string>();
    for (const [place, item] of value.entries()) {
      const reason = field === 'play' ? this.#laneFault(item) : this.#stripFault(item);
      if (reason !== '') return `${field} ${place}: ${reason}`;
      const key = field === 'play' ? `${pathOf(item)} ${item.leg}` : pathOf(item);
      if (seen.has(key)) return `${field} ${place}: it is in the list already`;
      seen.add(key);
    }
    return '';
  }

  #laneFault(item: unknown): string {
    const { leg, channel } = (item ?? {}) as Partial<Lane>;
    const reason = this.#stripFault(item);
    if (reason !== '') return reason;
    const count = this.#find(item)?.legs ?? 0;
    if (leg === undefined || !legs.slice(0, count).includes(leg)) {
      return `leg must be ${legs.slice(0, count).join(' or ')}`;
    }
    const isChannel = Number.isInteger(channel) && Number(channel) >= 1 && Number(channel) <= mostChannels;
    return isChannel ? '' : `channel must be from 1 to ${mostChannels}`;
  }

  #stripFault(item: unknown): string {
    const strip = this.#find(item);
    return strip && takesSource(strip.path) ? '' : 'must name a strip that takes a source, by kind and index';
  }

  #find(item: unknown): Strips[number] | undefined {
    const path = pathOf((item ?? {}) as StripRef);
    return this.#strips.find((strip) => strip.path === path);
  }
}

const pathOf = ({ kind, index }: StripRef) => `/channel/${kind}/${index}`;
