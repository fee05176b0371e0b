// The faders of TotalMix FX: a pair of channels is one of them, and which are pairs changes there at any time.
import { type Bus, countOf, type RemoteChannels } from './channels.ts';

export interface Strip {
  /** The first channel, from 0. */
  readonly start: number;
  readonly isStereo: boolean;
  /** As TotalMix FX shows it. */
  readonly name: string;
}

export type Layout = Readonly<Record<Bus, readonly Strip[]>>;

/** TotalMix FX's name of a fader without a channel. */
const absent = 'n.a.';

/**
 * The faders that are certain: of two with one name of a row one may be hidden in TotalMix FX, which then shows another one
 * in its place; neither is touched. The second result has the names of these.
 */
export function certain(strips: readonly Strip[]): readonly [readonly Strip[], readonly string[]] {
  const present = strips.filter(({ name }) => name !== absent && name !== '');
  const isAlone = ({ name }: Strip) => present.filter((other) => other.name === name).length === 1;
  const twice = present.filter((strip) => !isAlone(strip)).map(({ name }) => name);
  return [present.filter(isAlone), [...new Set(twice)]];
}

/** The fader that has a channel, from 0; undefined for one that is hidden, or not known yet. */
export const stripOf = (layout: Layout, bus: Bus, channel: number) =>
  layout[bus].find(({ start, isStereo }) => channel === start || (isStereo && channel === start + 1));

/** The channels of a fader, from 0. */
export const channelsOf = ({ start, isStereo }: Strip): readonly number[] => (isStereo ? [start, start + 1] : [start]);

/** The channel behind a fader, from 0: where the next fader begins. */
export const endOf = ({ start, isStereo }: Strip) => start + (isStereo ? 2 : 1);

/** The row and the channel, from 0, of an input of the mix, from 1: playback channels follow the hardware inputs. */
export function sourceOf(channels: RemoteChannels, input: number): { readonly bus: Bus; readonly channel: number } {
  const inputs = countOf(channels, 'input');
  return input > inputs ? { bus: 'playback', channel: input - 1 - inputs } : { bus: 'input', channel: input - 1 };
}
