// Strips whose gain moves together: a linked pair, and strips that share a preamp.
import type { DeskReader } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';
import type { Gain, GainSources } from './gain-sources.ts';

export interface GainGroup {
  readonly strips: readonly StripRef[];
  readonly gains: readonly Gain[];
}

/** Groups of these strips; the other strip of a linked pair is in its group, whether it is asked for or not. */
export function gainGroups(strips: readonly StripRef[], sources: GainSources, desk: DeskReader): readonly GainGroup[] {
  let groups: GainGroup[] = [];
  for (const strip of strips) {
    const pair = [strip, ...[sources.linkedTo(strip, desk) ?? []].flat()];
    groups = joined(groups, { strips: pair, gains: pair.flatMap((each) => sources.gainsOf(each, desk)) });
  }
  return groups;
}

function joined(groups: readonly GainGroup[], added: GainGroup): GainGroup[] {
  const isOne = (group: GainGroup) =>
    group.strips.some((strip) => added.strips.some((each) => stripPath(each) === stripPath(strip))) ||
    group.gains.some(({ path }) => added.gains.some((each) => each.path === path));
  const all = [...groups.filter(isOne), added];
  const strips = new Map(all.flatMap((group) => group.strips).map((strip) => [stripPath(strip), strip]));
  const gains = new Map(all.flatMap((group) => group.gains).map((gain) => [gain.path, gain]));
  const union = { strips: [...strips.values()], gains: [...gains.values()] };
  const first = groups.findIndex(isOne);
  if (first < 0) return [...groups, union];
  return groups.flatMap((group, place) => (place === first ? [union] : isOne(group) ? [] : [group]));
}
