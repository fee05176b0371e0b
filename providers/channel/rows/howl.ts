import { type Row, setting, view } from 'rowdesk/provider';
import { kindLabels, type Layout } from '../../console/index.ts';
import { params } from '../contract.ts';
import { howl, howlReport } from '../howl-contract.ts';
import { howlReportOf } from '../howl-reports.ts';
import { describe } from '../kinds.ts';
import type { Links } from '../links.ts';
import { stripAddresses } from '../strips.ts';
import { busOf } from '../writers.ts';

const fields = Object.keys(howl) as (keyof typeof howl)[];
const toMixer = Object.fromEntries(fields.map((field) => [field, 'mixer'])) as Record<keyof typeof howl, 'mixer'>;

/** Protection of a strip against howling, and what the mixer reports of it. */
export function howlRows(layout: Layout, links: Links): readonly Row[] {
  const labels = { ...kindLabels, hrp: 'feedback protection', q: 'Q' };
  return [
    setting('/channel/{kind}/{index}/hrp', {
      writers: 'bus',
      busOf,
      summary: 'Protection of a strip against howling (feedback)',
      labels,
      params,
      addresses: stripAddresses(layout),
      fields: howl,
      writable: fields,
      implies: links.ofRow,
      target: ({ kind }) => (describe(kind).hasInserts ? toMixer : undefined),
      area: 'hrp',
    }),
    view('/channel/{kind}/{index}/hrp/report', {
      summary: 'The notches of a strip, and what may howl',
      labels,
      params,
      addresses: stripAddresses(layout),
      fields: howlReport,
      onDemand: true,
      continuous: true,
      get: (at, _desk, observed) => howlReportOf(at, observed),
    }),
  ];
}
