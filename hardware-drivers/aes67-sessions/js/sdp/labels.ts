// Names of the channels of a stream. Dante and PipeWire write `i=2 channels: Vox, Guitar` at the medium, newer devices of Dante
// at the session; others a list behind some words, or a bare list; ST 2110-30 names groups, `channel-order=SMPTE2110.(ST,51)`.
import { cleanText } from '../clean-text.ts';

/** The lines that may name channels: `i=` of the medium and of its session, and the parameter channel-order. */
export interface Naming {
  readonly medium: string | undefined;
  readonly session: string | undefined;
  readonly channelOrder: string | undefined;
}

/** One label per channel, each once; the place, `1`, where nothing says more. */
export function labelsOf(channels: number, { medium, session, channelOrder }: Naming): readonly string[] {
  const named =
    ofInformation(channels, medium) ?? ofSession(channels, session) ?? ofOrder(channels, channelOrder) ?? [];
  const taken = new Set<string>();
  return Array.from({ length: channels }, (_none, index) => {
    const place = String(index + 1);
    const label = cleanText(named[index] ?? '') || place;
    const own = taken.has(label) ? `${label} (${place})` : label;
    taken.add(own);
    return own;
  });
}

const counted = /^(\d{1,3}) channels?: ?(.*)$/i;

function ofInformation(channels: number, information = ''): readonly string[] | undefined {
  const [, count, behindCount] = counted.exec(information) ?? [];
  const behindWords = /^[^:,]*: (.*)$/.exec(information)?.[1];
  for (const list of [behindCount, behindWords, information]) {
    if (list === undefined || list === '') continue;
    const names = list.split(',');
    if (names.length === channels) return names;
  }
  // As many words as channels, and no comma: each is a name.
  const words = behindCount?.includes(',') === false ? behindCount.split(/\s+/).filter((word) => word !== '') : [];
  return Number(count) === channels && words.length === channels ? words : undefined;
}

/** A session describes itself there as well: one name is a name only behind its count. */
function ofSession(channels: number, information = ''): readonly string[] | undefined {
  return channels > 1 || counted.test(information) ? ofInformation(channels, information) : undefined;
}

/** ST 2110-30:2017, table 1. A group of undefined channels has no names, as `U08`. */
const groups: Readonly<Record<string, readonly string[]>> = {
  M: ['Mono'],
  DM: ['M1', 'M2'],
  ST: ['L', 'R'],
  LtRt: ['Lt', 'Rt'],
  51: ['L', 'R', 'C', 'LFE', 'Ls', 'Rs'],
  71: ['L', 'R', 'C', 'LFE', 'Lss', 'Rss', 'Lrs', 'Rrs'],
  SGRP: ['', '', '', ''],
};

function ofOrder(channels: number, order = ''): readonly string[] | undefined {
  const list = /^SMPTE2110\.\(([A-Za-z0-9,]{1,256})\)$/.exec(order)?.[1];
  if (list === undefined) return undefined;
  const names = list.split(',').flatMap((symbol) => {
    const undefinedCount = /^U(\d\d)$/.exec(symbol)?.[1];
    if (undefinedCount !== undefined) return Array.from({ length: Number(undefinedCount) }, () => '');
    return Object.hasOwn(groups, symbol) ? (groups[symbol] as readonly string[]) : Array.from({ length: 65 }, () => '');
  });
  return names.length <= channels ? names : undefined;
}
